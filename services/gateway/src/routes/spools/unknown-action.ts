import { anyScope, defineEndpoint, keyAccess, Refusal } from '@outturn/contracts'
import { type Route, serve } from '../../http/route.ts'

const endpoint = defineEndpoint({
  operationId: 'refuse-unknown-action',
  method: 'POST',
  path: '/api/v1/spools/:id/:action',
  access: keyAccess(anyScope),
  summary: 'Refuse an unknown action',
  isInternal: true,
  ignoresQuery: true,
  success: { status: 404, description: 'There is none.', content: { mediaType: 'application/json' } },
})

/**
 * Refuses an action that does not exist. Its caller is authenticated first, as for every action, and its body is not
 * read.
 */
export const unknownActionRoute: Route = {
  ...serve(endpoint, () => {
    throw new Error('an unknown action was answered')
  }),
  refuseUnknown({ action = '' }) {
    throw new Refusal('unknown_action', `There is no action ${action.slice(0, 40)}.`, { field: 'action' })
  },
}
