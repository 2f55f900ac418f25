import type { StrictJsonCode } from '@outturn/canonical'
import { issueReceipt } from '../issue-receipt.ts'
import { smallReceipt } from '../sample-receipt.ts'
import { type CorpusCase, unusableCase, verdictCase } from './corpus-case.ts'

const draft = smallReceipt('texts', {
  environment: 'production',
  units: 0,
  result: 'pass',
})
const receipt = issueReceipt(draft)
const text = JSON.stringify(receipt)
const { agreement_version: version } = receipt.agreement
const numbered = (number: string) =>
  text.replace(`"agreement_version":${version}`, `"agreement_version":${number}`)
const noted = (value: string) => `{"x":${value}}`

// Texts of which readers of JSON make different things, or which only some of them read.
const refused: readonly [name: string, text: string, code: StrictJsonCode][] = [
  ['nothing', '', 'syntax'],
  ['only space', ' \n', 'syntax'],
  ['cut off', text.slice(0, -1), 'syntax'],
  ['two values', `${text}${text}`, 'syntax'],
  ['a comma too many', text.replace(/\}$/, ',}'), 'syntax'],
  ['a comment', text.replace('{', '{/* */'), 'syntax'],
  ['single quotes', text.replace('"schema"', "'schema'"), 'syntax'],
  ['a name without quotes', text.replace('"schema"', 'schema'), 'syntax'],
  ['a byte order mark', `\ufeff${text}`, 'syntax'],
  ['a no-break space', `\u00a0${text}`, 'syntax'],
  ['a form feed', `\f${text}`, 'syntax'],
  ['a line feed in a string', noted('"\n"'), 'syntax'],
  ['an unknown escape', noted(String.raw`"\x41"`), 'syntax'],
  ['a short escape', noted(String.raw`"\u41"`), 'syntax'],
  ['an escape with other digits', noted('"\\u００41"'), 'syntax'],
  ['NaN', noted('NaN'), 'syntax'],
  ['Infinity', noted('-Infinity'), 'syntax'],
  ['True', noted('True'), 'syntax'],
  ['a word that goes on', noted('nullx'), 'syntax'],
  ['a plus', noted('+1'), 'syntax'],
  ['a leading zero', noted('01'), 'syntax'],
  ['a bare point', noted('1.'), 'syntax'],
  ['a leading point', noted('.5'), 'syntax'],
  ['a bare exponent', noted('1e'), 'syntax'],
  ['an underscore', noted('1_000'), 'syntax'],
  ['hexadecimal', noted('0x10'), 'syntax'],
  ['other digits', noted('١'), 'syntax'],
  ['a bare point behind many digits', noted('99999999999999999.'), 'syntax'],
  ['a name twice', text.replace('{', '{"id":"ocr_",'), 'duplicate_key'],
  ['a name twice, once escaped', text.replace('{', String.raw`{"\u0069d":"ocr_",`), 'duplicate_key'],
  ['a name twice, deep inside', text.replace('"payer":{', '"payer":{"kind":"agent",'), 'duplicate_key'],
  ['the name __proto__', text.replace('{', '{"__proto__":{},'), 'forbidden_key'],
  ['the name __proto__, escaped', text.replace('{', String.raw`{"__pr\u006fto__":1,`), 'forbidden_key'],
  ['a lone high surrogate', noted(String.raw`"\ud800"`), 'lone_surrogate'],
  ['a lone low surrogate', noted(String.raw`"\udc00"`), 'lone_surrogate'],
  ['two high surrogates', noted(String.raw`"\ud800\ud800"`), 'lone_surrogate'],
  ['a surrogate pair the wrong way round', noted(String.raw`"\udc00\ud800"`), 'lone_surrogate'],
  ['a lone surrogate in a name', text.replace('{', String.raw`{"\udfff":1,`), 'lone_surrogate'],
  ['half of a pair and a short escape', noted(String.raw`"\ud83d\u41"`), 'syntax'],
  ['U+0000', noted(String.raw`"\u0000"`), 'nul_character'],
  ['an integer beyond 2^53−1', noted('9007199254740992'), 'number_out_of_range'],
  ['an integer below −(2^53−1)', noted('-9007199254740993'), 'number_out_of_range'],
  ['an exponent beyond', noted('1e16'), 'number_out_of_range'],
  ['an infinite exponent', noted('1e400'), 'number_out_of_range'],
  ['a thousand digits', noted('9'.repeat(1000)), 'number_out_of_range'],
  ['five thousand digits', noted('9'.repeat(5000)), 'number_out_of_range'],
  ['a fraction that rounds beyond', noted('9007199254740991.5'), 'number_out_of_range'],
  ['a hundred and one digits', noted(`0.${'1'.repeat(101)}`), 'number_too_long'],
  ['an exponent below −1000', noted('1e-1001'), 'number_too_long'],
  ['digits that end in a bare point', noted('0.12345678901234567890.'), 'syntax'],
  ['33 levels', noted(`${'['.repeat(32)}${']'.repeat(32)}`), 'too_deep'],
  ['33 levels that never end', noted('{"a":'.repeat(100_000).slice(0, 5000)), 'too_deep'],
]

// Bytes that are not UTF-8, in place of a text.
const notUtf8: readonly [name: string, bytes: readonly number[]][] = [
  ['a lone continuation', [0x80]],
  ['an overlong slash', [0xc0, 0xaf]],
  ['an overlong NUL', [0xe0, 0x80, 0x80]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
  ['a pair of surrogates', [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]],
  ['beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
  ['a cut sequence', [0xe2, 0x82]],
  ['Latin-1', [0xe9]],
]

// The same receipt in other words: every reader makes the same of them.
const accepted: readonly [name: string, text: string][] = [
  ['with space', JSON.stringify(receipt, null, 2)],
  ['with tabs and carriage returns', `\r\n\t${text.replaceAll(',"', '\t,\r\n"')}  `],
  ['with escaped ASCII', text.replace('"schema"', String.raw`"\u0073\u0063hema"`)],
  ['with an escaped slash', text.replace('sample/', String.raw`sample\/`)],
  ['with capital digits in an escape', text.replace('"nonce"', String.raw`"no\u006Ece"`)],
  ['with an integer as 1.0', numbered(`${version}.0`)],
  ['with an integer as 1e0', numbered(`${version}e0`)],
  ['with an integer as 10E-1', numbered(`${version}0E-1`)],
  ['with a thousand zeros behind the point', numbered(`${version}.${'0'.repeat(1000)}`)],
]

// Strict JSON at its limits, which both readers get through.
const read: readonly [name: string, text: string][] = [
  ['32 levels', noted(`${'['.repeat(31)}${']'.repeat(31)}`)],
  ['the largest integer', noted('9007199254740991')],
  ['a fraction that rounds to the largest integer', noted('9007199254740991.4')],
  ['minus zero', noted('-0')],
  ['a tiny fraction', noted('1e-400')],
  ['a fraction of a hundred digits', noted(`0.${'1'.repeat(100)}`)],
  ['an exponent of −1000', noted('1e-1000')],
  ['a fraction that no float holds', noted('10.000000000000000001')],
  ['an escaped pair', noted(String.raw`"\ud83d\ude00"`)],
  ['noncharacters', noted('"\ufffe\uffff"')],
  ['every short escape', noted(String.raw`"\"\\\/\b\f\n\r\t"`)],
  ['names of the prototype', '{"constructor":1,"toString":2,"hasOwnProperty":3}'],
]

/** Texts that are no strict JSON, and receipts in other words than the canonical ones. */
export function jsonCases(): CorpusCase[] {
  const input = { keys: 'main' } as const
  return [
    ...refused.map(([name, source, code]) =>
      unusableCase(`text: ${name}`, { ...input, text: source }, { unusable: 'receipt', code }),
    ),
    ...notUtf8.map(([name, bytes]) =>
      unusableCase(
        `bytes: ${name}`,
        { ...input, base64: Buffer.from([0x22, ...bytes, 0x22]).toString('base64') },
        { unusable: 'receipt', code: 'invalid_utf8' },
      ),
    ),
    ...accepted.map(([name, source]) => verdictCase(`text: ${name}`, { ...input, text: source })),
    ...read.map(([name, source]) =>
      verdictCase(
        `text, read as no receipt: ${name}`,
        { ...input, text: source },
        { reasons: ['malformed_receipt', 'unknown_schema', 'environment_mismatch'] },
      ),
    ),
    ...['1.5', '-0.0', '-1', '0e5'].map((number) =>
      verdictCase(
        `text: an agreement version of ${number}`,
        { ...input, text: numbered(number) },
        { reasons: ['malformed_receipt'] },
      ),
    ),
  ]
}
