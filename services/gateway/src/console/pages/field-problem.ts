import type { Refusal } from '@outturn/contracts'

/** The field of a form that a refusal is about: the first whose names in a request begin the one that it has. */
export function problemField(
  refusal: Refusal | null,
  fields: Readonly<Record<string, readonly string[]>>,
): string | null {
  const name = refusal?.options.field
  if (name === undefined) return null
  const found = Object.entries(fields).find(([, names]) =>
    names.some((each) => name === each || name.startsWith(`${each}.`) || name.startsWith(`${each}[`)),
  )
  return found?.[0] ?? null
}
