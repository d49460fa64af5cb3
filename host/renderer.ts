// Runs in the server: what the server writes into the page in the user's language.

import type { Language } from '../components/texts/choose-language.ts'
import { loadTexts } from '../components/texts/load-texts.ts'

/** The heading of the first screen, readable before any script runs, and the name of the row for wallets. */
export async function renderWords(language: Language): Promise<{ heading: string; wallet: string }> {
  const { chooseAccount, wallets } = await loadTexts(language)
  return { heading: chooseAccount.title, wallet: wallets.unnamed }
}
