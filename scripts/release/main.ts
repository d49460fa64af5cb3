// `npm run release`: writes the files of a release into a folder. It does not publish them.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { builtFolder } from '../../server/package-info.ts'
import { hostedFiles } from '../../server/routes/hosted-files.ts'
import { integrityList } from '../../server/routes/script-tag-files.ts'
import { projectRoot, runCommand } from '../command.ts'
import { readCommandLine } from '../command-line.ts'
import { auditSignatures } from './audit-signatures.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { commitList } from './commits.ts'
import type { Manifest } from './locked.ts'
import { packPackages } from './pack.ts'
import { readManifest, releaseProblems } from './problems-before.ts'

const usage = `Usage: npm run release                     writes the files of the release that the packages' version names
       npm run release -- --commits        only lists the commits of the release, grouped for its section of the changelog

  --into <folder>    the output folder (.data/release/<version>)
  --skip-tests       skips the tests and the check of signatures, if they have passed on this commit
  --allow-changes    allows uncommitted files, for a trial run

Checks that everything is committed, that both packages and the changelog have the same version, that the registry's signatures of the
installed packages are valid where it has keys, and that the tests pass. Then it packs both packages, and writes a bill of materials for
each (CycloneDX), the commits since the last tag, the hashes for script tags, and a checksum of every file. It does not publish them and
creates no tag.`

// The modes of files in an archive must not depend on this shell.
process.umask(0o022)
const { values } = readCommandLine(usage, {
  options: {
    into: { type: 'string' },
    'skip-tests': { type: 'boolean' },
    'allow-changes': { type: 'boolean' },
    commits: { type: 'boolean' },
  },
})

try {
  if (values.commits) console.log(await commitList(readManifest('.').version))
  else await release()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function release(): Promise<void> {
  const manifests = [readManifest('components'), readManifest('server')]
  const problems = await releaseProblems(manifests, { allowChanges: values['allow-changes'] === true })
  if (problems.length > 0) throw new Error(problems.join('\n'))
  if (!values['skip-tests']) {
    console.log(await auditSignatures())
    const { code } = await runCommand(process.execPath, ['test/run.ts'])
    if (code !== 0) throw new Error('A test failed, so no release was made.')
  }
  const version = manifests[0]?.version ?? ''
  const folder = values.into ? resolve(values.into) : join(projectRoot, '.data/release', version)
  if (!values.into) rmSync(folder, { recursive: true, force: true })
  else if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`)
  mkdirSync(folder, { recursive: true })
  await writeFiles(folder, manifests)
  console.log(`\n${version} is in ${relative(process.cwd(), folder) || '.'}:`)
  for (const name of readdirSync(folder).sort()) console.log(`  ${name}`)
}

async function writeFiles(folder: string, manifests: Manifest[]): Promise<void> {
  await packPackages(folder, console.log)
  for (const manifest of manifests) {
    writeFileSync(join(folder, `${manifest.name}-${manifest.version}.cdx.json`), await billOfMaterials(manifest))
  }
  writeFileSync(join(folder, 'COMMITS.md'), await commitList(manifests[0]?.version ?? ''))
  writeFileSync(join(folder, 'integrity.json'), await integrityList(hostedFiles(builtFolder)))
  const sums = readdirSync(folder)
    .sort()
    .map((name) => {
      const hash = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')
      return `${hash}  ${name}\n`
    })
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
}
