// Exchange rates of the US dollar, for display only. Prices and limits are in dollars, and no decision uses these rates. The sandbox
// has fixed rates. Production has no source of rates, so amounts are shown in dollars.

const sandboxRates: Record<string, string> = {
  AED: '3.6725',
  AUD: '1.53',
  BRL: '5.4',
  CAD: '1.38',
  CHF: '0.88',
  CNY: '7.2',
  CZK: '23.2',
  EUR: '0.92',
  GBP: '0.79',
  IDR: '15900',
  ILS: '3.7',
  INR: '84',
  JPY: '155',
  KRW: '1380',
  MXN: '18.5',
  PLN: '3.95',
  TRY: '34',
  UAH: '41',
  VND: '25300',
}

export function fiatRates(environment: 'sandbox' | 'production'): Record<string, string> {
  return environment === 'sandbox' ? sandboxRates : {}
}
