// docs/spec/README.md, Strict JSON: what bytes are one JSON value, and the code of what is not.

export class Unusable extends Error {
  constructor(document, code) {
    super(`${document} ${code ?? ''}`)
    this.document = document
    this.code = code
  }
}
const MAX = Number.MAX_SAFE_INTEGER
const ESCAPES = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

// A number whose digits are not those of a float.
export class ExactNumber {
  constructor(digits, power) {
    this.digits = digits
    this.power = power
  }

  toString() {
    return `${this.digits}e${this.power}`
  }
}

// Digits and power of ten of a number whose digits do not end in zero.
function plain(token) {
  const [mantissa, exponent = '0'] = token.toLowerCase().split('e')
  const [whole, fraction = ''] = mantissa.split('.')
  const figures = `${whole}${fraction}`.replace(/0+$/, '')
  if (!/[1-9]/.test(figures)) return [0n, 0]
  return [BigInt(figures), Number(exponent) + whole.length - figures.length]
}

export function readStrictJson(bytes, maxDepth = 32) {
  const refuse = (code) => {
    throw new Unusable('receipt', code)
  }
  let text,
    at = 0
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    refuse('invalid_utf8')
  }
  const take = (pattern) => {
    // the match of a sticky pattern at the place reached, or null
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match) at = pattern.lastIndex
    return match && match[0]
  }
  const space = () => take(/[ \t\n\r]*/y)
  const need = (character) => (text[at] === character ? at++ : refuse('syntax'))
  const escapedUnit = () => parseInt(take(/[0-9a-fA-F]{4}/y) ?? refuse('syntax'), 16)

  function escape() {
    // behind the backslash
    const letter = text[at++]
    if (letter !== 'u') return Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : refuse('syntax')
    const unit = escapedUnit()
    if (unit === 0) refuse('nul_character')
    if (unit < 0xd800 || unit > 0xdfff) return String.fromCharCode(unit)
    if (unit > 0xdbff || !take(/\\u/y)) refuse('lone_surrogate')
    const low = escapedUnit()
    return low >= 0xdc00 && low <= 0xdfff ? String.fromCharCode(unit, low) : refuse('lone_surrogate')
  }
  function string() {
    need('"')
    let content = ''
    for (;;) {
      // oxlint-disable-next-line no-control-regex -- JSON keeps them out of strings
      content += take(/[^"\\\u0000-\u001f]*/y)
      if (take(/"/y)) return content
      need('\\')
      content += escape()
    }
  }
  function number() {
    const token = take(/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y) ?? refuse('syntax')
    if (/[.eE0-9]/.test(text[at] ?? '')) refuse('syntax') // "1.", "1e", "01": refused before the value is looked at
    if (Math.abs(Number(token)) > MAX) refuse('number_out_of_range')
    const [digits, power] = plain(token)
    const [held, heldPower] = plain(String(Number(token)))
    if (digits === held && power === heldPower) return Number(token) + 0
    const length = String(digits < 0n ? -digits : digits).length
    if (length > 100 || Math.abs(power + length - 1) > 1000) refuse('number_too_long')
    return new ExactNumber(digits, power)
  }
  function container(depth, close, member) {
    if (depth > maxDepth) refuse('too_deep')
    at++
    space()
    if (text[at] === close) return void at++
    for (;;) {
      space()
      member()
      if (text[at] === close) return void at++
      need(',')
    }
  }
  function value(depth) {
    space()
    let read
    if (text[at] === '{') {
      read = {}
      container(depth + 1, '}', () => {
        const name = string()
        if (name === '__proto__') refuse('forbidden_key')
        if (Object.hasOwn(read, name)) refuse('duplicate_key')
        space()
        need(':')
        read[name] = value(depth + 1)
      })
    } else if (text[at] === '[') {
      read = []
      container(depth + 1, ']', () => read.push(value(depth + 1)))
    } else if (text[at] === '"') read = string()
    else {
      const word = take(/true|false|null/y)
      read = word ? JSON.parse(word) : number()
    }
    space()
    return read
  }
  const read = value(0)
  return at === text.length ? read : refuse('syntax')
}
