// docs/spec/README.md, Canonical JSON (RFC 8785).

import { ExactNumber } from './strict-json.mjs'

export function jcs(value) {
  if (value instanceof ExactNumber) return String(value)
  if (Array.isArray(value)) return `[${value.map(jcs).join()}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${jcs(value[name])}`)
    .join()}}`
}
