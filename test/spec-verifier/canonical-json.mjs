// docs/spec/README.md, Canonical JSON (RFC 8785).

export function jcs(value) {
  if (Array.isArray(value)) return `[${value.map(jcs).join()}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${jcs(value[name])}`)
    .join()}}`
}
