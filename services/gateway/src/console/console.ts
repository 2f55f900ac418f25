import type { KeyDirectory } from '../auth/key-directory.ts'
import type { TokenHash } from '../auth/token-hash.ts'
import type { Db } from '../store/tables.ts'

/** What the console of one environment works with. */
export type Console = {
  readonly db: Db
  readonly hash: TokenHash
  readonly keys: KeyDirectory
  /** Whether anybody may open an account by signing in. */
  readonly isSignUpOpen: boolean
  /** Address of the console, without a slash at its end. */
  readonly publicUrl: string
  /** Whether providers of organisations may be asked without https, as in tests. */
  readonly allowsPlainProviders: boolean
  /** To whom passkeys belong: a name, of which an address is none, and the addresses of its pages. */
  readonly relyingParty: { readonly id: string; readonly name: string; readonly origins: readonly string[] }
  /** How mails leave this deployment; without a way no person can sign in by mail. */
  readonly mail: 'server' | 'folder' | 'none'
  /** Notes wrong codes in the audit log, once their answers have left. */
  noteTries(): void
  /** Sends what was queued without waiting for the next turn of the outbox. */
  sendMails(): void
}
