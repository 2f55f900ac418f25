import type { ReplayBundle } from '@outturn/receipt-verifier'

type Json = { [name: string]: unknown }

/** A copy of a bundle with one member replaced, or taken away by undefined; the path has a point between its steps. */
export function withMember(bundle: ReplayBundle, path: string, value: unknown): ReplayBundle {
  const copy = structuredClone(bundle) as unknown as Json
  const steps = path.split('.')
  const name = steps.pop() as string
  const holder = steps.reduce<Json>((at, step) => at[step] as Json, copy)
  if (value === undefined) delete holder[name]
  else holder[name] = value
  return copy as unknown as ReplayBundle
}
