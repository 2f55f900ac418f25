import type { PersonRole } from '@outturn/vocabulary'
import type { PersonSession } from '../../store/console/session-store.ts'

/**
 * Whether a way to sign in is enough for an account. Where it requires its organisation, that is; owners keep their passkey, so that a provider
 * that fails locks no owner out, and the link of an operator, who makes owners by it.
 */
export function isSignInEnough(
  isRequired: boolean,
  { method, role }: { method: PersonSession['method']; role: PersonRole },
): boolean {
  if (!isRequired || method === 'oidc') return true
  return role === 'owner' && (method === 'passkey' || method === 'link')
}
