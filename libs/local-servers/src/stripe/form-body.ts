import { invalidRequest } from './stripe-error.ts'

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

export function requiredText(form: Form, name: string): string {
  const value = textAt(form, name)
  if (value === undefined || value === '') {
    throw invalidRequest(`Missing required param: ${name}.`, 'parameter_missing')
  }
  return value
}

/** A whole number of at least 0. */
export function numberAt(form: Form, name: string): number {
  const text = requiredText(form, name)
  if (!/^\d{1,15}$/.test(text)) throw invalidRequest(`Invalid integer: ${name}.`, 'parameter_invalid_integer')
  return Number(text)
}
