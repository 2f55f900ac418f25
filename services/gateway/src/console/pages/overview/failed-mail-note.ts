import { note } from '@outturn/pages'
import type { VNode } from 'preact'
import type { FailedMail } from '../../../store/console/notice-store.ts'

/** What a mail is about, by its kind. */
const subjects: Readonly<Record<string, readonly [one: string, many: string]>> = {
  invitation: ['invitation', 'invitations'],
  key_ends: ['notice of a key that ends', 'notices of keys that end'],
}

/** Says that mails of the account reached no mail server; null where none failed. */
export function failedMailNote(failed: readonly FailedMail[]): VNode | null {
  if (failed.length === 0) return null
  const parts = failed.map(({ kind, count }) => {
    const [one, many] = subjects[kind] ?? ['mail', 'mails']
    return `${count} ${count === 1 ? one : many}`
  })
  return note(
    'warn',
    `No mail server took these mails in the last 7 days, in eight tries each: ${parts.join(', ')}. Check the addresses of the team, or ask the operator of this service.`,
  )
}
