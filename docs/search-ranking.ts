/** How the search orders pages. The test of the search uses the same values. */
export const searchRanking = { pageLength: 0.1, termFrequency: 0.1, termSaturation: 2, termSimilarity: 9 }
