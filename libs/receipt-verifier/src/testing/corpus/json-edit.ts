import { isJsonObject } from '@outturn/canonical'

/** A copy in which what stands at a path such as `evidence.0.status` is made from what stood there. */
export function replacedAt(value: unknown, path: string, change: (old: unknown) => unknown): unknown {
  return edited(value, path === '' ? [] : path.split('.'), change)
}

/** A copy without the member at a path. */
export function without(value: unknown, path: string): unknown {
  const steps = path.split('.')
  const name = steps.pop() ?? ''
  return edited(value, steps, (parent) =>
    Object.fromEntries(Object.entries(parent as object).filter(([member]) => member !== name)),
  )
}

/** A copy with a further member in the object at a path. */
export function withMember(value: unknown, path: string, name: string, member: unknown): unknown {
  return replacedAt(value, path, (parent) => ({ ...(parent as object), [name]: member }))
}

function edited(value: unknown, [step, ...rest]: string[], change: (old: unknown) => unknown): unknown {
  if (step === undefined) return change(value)
  if (Array.isArray(value)) {
    return value.map((item, index) => (String(index) === step ? edited(item, rest, change) : item))
  }
  if (!isJsonObject(value)) throw new TypeError(`There is no ${step} in ${JSON.stringify(value)}.`)
  return { ...value, [step]: edited(value[step], rest, change) }
}

/** Every place of a value with what stands there, the root first; of a list only the first item. */
export function placesOf(value: unknown, path = ''): [path: string, value: unknown][] {
  const inner = (step: string) => (path === '' ? step : `${path}.${step}`)
  const members = Array.isArray(value) ? Object.entries(value).slice(0, 1) : []
  const entries = isJsonObject(value) ? Object.entries(value) : members
  return [[path, value], ...entries.flatMap(([step, item]) => placesOf(item, inner(step)))]
}
