/** The template with the value of each parameter in its place. A name that is no parameter stays as it is. */
export function fillIn(template: unknown, values: ReadonlyMap<string, unknown>): unknown {
  if (Array.isArray(template)) return template.map((item) => fillIn(item, values))
  if (typeof template !== 'object' || template === null) return template
  const name = paramName(template)
  if (name !== null && values.has(name)) return values.get(name)
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, fillIn(value, values)]))
}

/** The parameter that stands on the way to this place of the template, or the only one below it; null when there is none. */
export function paramAt(template: unknown, path: readonly PropertyKey[]): string | null {
  const name = paramName(template)
  if (name !== null) return name
  if (typeof template !== 'object' || template === null) return null
  const [key, ...rest] = path
  if (key !== undefined && Object.hasOwn(template, key)) {
    return paramAt((template as Record<PropertyKey, unknown>)[key], rest)
  }
  const below = Object.values(template).flatMap((value) => paramAt(value, []) ?? [])
  return below.length === 1 ? (below[0] ?? null) : null
}

function paramName(template: unknown): string | null {
  if (typeof template !== 'object' || template === null) return null
  const [[key, name] = [], ...others] = Object.entries(template)
  return key === '$param' && typeof name === 'string' && others.length === 0 ? name : null
}
