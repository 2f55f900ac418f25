/** Currencies that each sign stands for. */
const currenciesOf: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN', 'TWD', 'CLP', 'COP', 'ARS'],
  US$: ['USD'],
  CA$: ['CAD'],
  C$: ['CAD'],
  A$: ['AUD'],
  AU$: ['AUD'],
  NZ$: ['NZD'],
  S$: ['SGD'],
  HK$: ['HKD'],
  MX$: ['MXN'],
  R$: ['BRL'],
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
  '₩': ['KRW'],
  '₺': ['TRY'],
  '₽': ['RUB'],
  '₴': ['UAH'],
  '₪': ['ILS'],
  '₱': ['PHP'],
  '฿': ['THB'],
  '₫': ['VND'],
  '₦': ['NGN'],
}

/** Whether a sign or code beside an amount may mean this currency. */
export function isSignOf(sign: string, currency: string): boolean {
  return (
    sign === currency ||
    (Object.hasOwn(currenciesOf, sign) && currenciesOf[sign]?.includes(currency) === true)
  )
}
