import { Refusal, unprocessable } from '@outturn/contracts'
import { inTransaction } from '@outturn/postgres/typed'
import type { z } from 'zod'
import { noteOf } from '../../../console/accounts/console-keys.ts'
import type { SignedIn } from '../../../console/sessions/serve-person.ts'
import type { Answer, Call } from '../../../http/route.ts'
import { type AuditAction, noteAction } from '../../../store/console/audit-store.ts'

type Noted = { readonly action: AuditAction; readonly target: string; readonly command: string }
type Acting = { act: () => Promise<Answer>; refused: (refusal: Refusal) => Answer | Promise<Answer> }

/** Acts for a person, with a note of it in the audit log of the account before, and of its refusal. */
export async function notedAct(
  call: Pick<Call, 'now'>,
  person: SignedIn,
  { action, target, command }: Noted,
  { act, refused }: Acting,
): Promise<Answer> {
  const note = { ...noteOf(person, call.now), action, target } as const
  const { db } = person.console
  try {
    await inTransaction(db, (tx) => noteAction(tx, { ...note, details: { command } }))
    return await act()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code } = error
    await inTransaction(db, (tx) => noteAction(tx, { ...note, result: 'refused', details: { code } }))
    return refused(error)
  }
}

const texts: readonly string[] = ['description', 'detail', 'note']

/** What a form sends, as its request; refused by the field that does not fit. */
export function sentBy<Request>(schema: z.ZodType<Request>, sent: unknown): Request {
  const request = schema.safeParse(sent)
  if (request.success) return request.data
  const [issue] = request.error.issues
  const path = issue?.path.join('.') ?? ''
  throw unprocessable(
    path,
    texts.includes(path) ? 'Say in words why, in at most 2,000 characters.' : `${path}: ${issue?.message}.`,
  )
}
