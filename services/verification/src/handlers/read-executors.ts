import type { readExecutors } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'

/** Which methods can be executed; without a model, claims are judged word for word only. */
export function handleReadExecutors({ hasModel }: { hasModel: boolean }): Handler<typeof readExecutors> {
  return async () => ({
    methods: {
      deterministic: 'live',
      human_confirmed: 'live',
      ai_assisted: hasModel ? 'live' : 'verbatim_only',
      external_tool: 'live',
    },
  })
}
