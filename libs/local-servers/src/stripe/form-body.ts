/** Parameters as the API takes them: `metadata[order]=1` is `{ metadata: { order: '1' } }`. */
export type Form = { readonly [name: string]: string | Form }

type Open = { [name: string]: string | Open }

/** Reads a form-encoded body. */
export function readForm(body: string): Form {
  const form: Open = {}
  for (const [path, value] of new URLSearchParams(body)) {
    const names = path.split(/[[\]]+/).filter((name) => name !== '')
    const last = names.pop() ?? path
    let at = form
    for (const name of names) {
      const inner = at[name]
      at = typeof inner === 'object' ? inner : (at[name] = {})
    }
    at[last] = value
  }
  return form
}

export function textAt(form: Form, name: string): string | undefined {
  const value = form[name]
  return typeof value === 'string' ? value : undefined
}

export function formAt(form: Form, name: string): Form {
  const value = form[name]
  return typeof value === 'object' ? value : {}
}
