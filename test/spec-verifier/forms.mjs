// docs/spec/README.md, Forms of values: each form is a predicate. Behind them, how formed values are taken and compared.
const MAX = Number.MAX_SAFE_INTEGER

export const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value)
export const anyText = (value) => typeof value === 'string' && value.isWellFormed()
export const text = (value) => anyText(value) && value !== ''
export const matching = (pattern) => (value) => typeof value === 'string' && pattern.test(value)
export const id = (prefix) => matching(new RegExp(`^${prefix}_[0-9a-f]{24}$`))
export const hex64 = matching(/^[0-9a-f]{64}$/)
export const digest = matching(/^sha256:[0-9a-f]{64}$/)
export const decimal = matching(/^(0|[1-9][0-9]{0,29})(\.[0-9]{1,18})?$/)
export const integer =
  (least, most = MAX) =>
  (value) =>
    Number.isInteger(value) && value >= least && value <= most
export const boolean = (value) => typeof value === 'boolean'
export const oneOf =
  (...values) =>
  (value) =>
    values.includes(value)
export const nullOr = (form) => (value) => value === null || form(value)
export const list = (form) => (value) => Array.isArray(value) && value.every(form)
export const time = (value) =>
  matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString() === value
export const exactTime = (value) =>
  typeof value === 'string' && time(value.replace(/(\.\d{3})\d{0,5}[1-9]Z$/, '$1Z'))
/** Members by name; a name with `?` behind it may be left out. */
export const open = (members) => (value) =>
  isObject(value) &&
  Object.entries(members).every(([name, form]) => {
    const member = name.replace('?', '')
    return Object.hasOwn(value, member) ? form(value[member]) : name.endsWith('?')
  })
export const exact = (members) => (value) =>
  open(members)(value) &&
  Object.keys(value).every((name) => Object.hasOwn(members, name) || Object.hasOwn(members, `${name}?`))
export const schemaOf = (record) => new RegExp(`^([a-z][a-z0-9-]*)/${record}@1$`)
export const slugIn = (record, schema) =>
  typeof schema === 'string' ? schemaOf(record).exec(schema)?.[1] : undefined

export const ms = (value) => Date.parse(value)
/** Decimals as integers of 10^-18. */
export const exactly = (value) => {
  const [whole, fraction = ''] = value.split('.')
  return BigInt(whole + fraction.padEnd(18, '0'))
}
export const pick = (value, names) =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(value, name)).map((name) => [name, value[name]]))
export const without = (value, names) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
/** Those of a table of names that are true, in its order. */
export const namesOf = (table) => Object.keys(table).filter((name) => table[name])
