import { type Access, anyScope, defineEndpoint, keyAccess, Refusal, sessionAccess } from '@outturn/contracts'
import { type Route, serve } from '../../http/route.ts'

/**
 * Refuses an action that does not exist. Its caller is authenticated first, as for every action, and its body is not
 * read.
 */
function refusing(operationId: string, path: string, access: Access): Route {
  const endpoint = defineEndpoint({
    operationId,
    method: 'POST',
    path,
    access,
    tag: 'Spools',
    summary: 'Refuse an unknown action',
    isInternal: true,
    ignoresQuery: true,
    success: { status: 404, description: 'There is none.', content: { mediaType: 'application/json' } },
  })
  return {
    ...serve(endpoint, () => {
      throw new Error('an unknown action was answered')
    }),
    refuseUnknown({ action = '' }) {
      throw new Refusal('unknown_action', `There is no action ${action.slice(0, 40)}.`, { field: 'action' })
    },
  }
}

export const unknownActionRoutes: readonly Route[] = [
  refusing('refuse-unknown-action', '/api/v1/spools/:id/:action', keyAccess(anyScope)),
  refusing('refuse-unknown-sandbox-action', '/api/sandbox/spools/:id/:action', sessionAccess),
]
