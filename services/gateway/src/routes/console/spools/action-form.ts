import { z } from 'zod'

/** Most characters of a field; the form as a whole has a limit of its own. */
const longest = 60_000
const field = z.string().max(longest).default('')

/** The fields that forms of a Spool have; each has some of them. */
export const SpoolForm = z.strictObject({
  _t: field,
  /** Drawn when the form was shown, so that a form that is sent twice is one command. */
  form: field,
  /** What the page showed of the Spool: the action is about that, and refused when it has changed. */
  version: field,
  agreement_hash: field,
  quote_digest: field,
  condition: field,
  kind: field,
  content: field,
  source: field,
  behalf: field,
  outcome: field,
  detail: field,
  remove: field,
  conditions: field,
  confirmed: field,
  mode: field,
  /** The code by which a person proves who they are. */
  code: z.string().max(40).optional(),
})
export type SpoolForm = z.output<typeof SpoolForm>

/** Largest form, in bytes. */
export const formBytes = 64 * 1_024

/** The id that a form was shown with; null where it is none of ours. */
export function formIdOf(form: string): string | null {
  return /^[0-9a-f-]{36}$/.test(form) ? form : null
}

/** The version that the page showed; absent where the form does not say one. */
export function expectedVersionsOf({ version }: Pick<SpoolForm, 'version'>): { expectedVersions?: number[] } {
  return /^[1-9]\d{0,8}$/.test(version) ? { expectedVersions: [Number(version)] } : {}
}
