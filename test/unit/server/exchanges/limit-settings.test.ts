import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig, registrySettings } from '../../../../server/config.ts'

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)]
  }
}

test('limits of exchanges and networks are read in any casing of their names', () => {
  const { exchangeLimits } = readConfig({
    EXCHANGE_LIMITS: 'BinanceInternational.key=12/2, okx.Address=300/60,OKX.KEY=1/1,Ethereum.Poll=40/1',
  })
  assert.deepEqual([...exchangeLimits.exchanges.keys()], ['binanceInternational', 'okx'])
  assert.deepEqual(exchangeLimits.exchanges.get('okx'), {
    address: { quota: 300, windowSeconds: 60 },
    key: { quota: 1, windowSeconds: 1 },
  })
  assert.deepEqual([...exchangeLimits.nodePolls], [['ethereum', { quota: 40, windowSeconds: 1 }]])
})

test('every wrong limit is reported at once, with what is known and an example', () => {
  const problems = problemsOf({
    EXCHANGE_LIMITS:
      'nowhere.key=1/1,okx.history=1/1,ethereum.key=1/1,okx.key=0/1,okx.key=1/0,kraken.key=1/1,Kraken.Key=2/1,base.poll=1/1,base.Poll=1/1,okx,okx.key=1000000/1,',
  })
  const expected = [
    /names "nowhere", .*use sandbox, .*okx, .*ethereum/,
    /names the limit "history" of okx, which has only key, address/,
    /names the limit "key" of ethereum, which has only poll/,
    /pairs .*not "okx.key=0\/1"/,
    /pairs .*not "okx.key=1\/0"/,
    /must set kraken.key once/,
    /must set base.poll once/,
    /pairs .*not "okx"/,
    /1 to 999999 requests in 1 to 99999 seconds, not "okx.key=1000000\/1"/,
    /pairs .*not ""/,
  ]
  assert.equal(problems.length, expected.length, problems.join('\n'))
  for (const [at, pattern] of expected.entries()) {
    assert.match(problems[at] ?? '', pattern)
    assert.match(problems[at] ?? '', /^EXCHANGE_LIMITS .*for example .*\.$/)
  }
})

test('a name that every object has is no limit', () => {
  assert.equal(problemsOf({ EXCHANGE_LIMITS: 'constructor.key=1/1,okx.constructor=1/1' }).length, 2)
})

test('the source address is one of the addresses of the server', () => {
  assert.deepEqual(problemsOf({ SOURCE_ADDRESS: '192.0.2.7' }), [])
  assert.deepEqual(problemsOf({ SOURCE_ADDRESS: '2001:DB8:0::7', SERVER_ADDRESSES: '192.0.2.7,2001:db8::7' }), [])
  assert.match(
    problemsOf({ SOURCE_ADDRESS: '192.0.2.8', SERVER_ADDRESSES: '192.0.2.7' })[0] ?? '',
    /^SOURCE_ADDRESS must be one of SERVER_ADDRESSES, for example 192\.0\.2\.7\.$/,
  )
  for (const wrong of ['here', '192.0.2.7,192.0.2.8']) {
    assert.match(problemsOf({ SOURCE_ADDRESS: wrong })[0] ?? '', /^SOURCE_ADDRESS must be .* example/)
  }
})

test('one spelling of a source address names its bucket', () => {
  const { sourceAddress } = registrySettings(readConfig({ SOURCE_ADDRESS: '2001:DB8:0:0::7' }))
  assert.equal(sourceAddress, '2001:db8::7')
})
