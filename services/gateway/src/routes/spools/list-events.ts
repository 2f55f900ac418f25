import { listSandboxSpoolEvents, listSpoolEvents, pathTo, spoolParams } from '@outturn/contracts'
import { json, type Route, serve } from '../../http/route.ts'
import { pathParameter } from '../../wire/path-parameter.ts'
import { asCaller } from '../bus-call.ts'

/** The history as the contract has it, a bare list; where it goes on is said in a header. */
export const listEventsRoutes: readonly Route[] = [listSpoolEvents.http, listSandboxSpoolEvents].map(
  (endpoint) =>
    serve(endpoint, async (call) => {
      const spoolId = pathParameter('id', spoolParams.id, call.params)
      const { after } = call.query
      const { data, has_more: hasMore } = await call.instance.bus.request(
        listSpoolEvents,
        { spoolId, after },
        asCaller(call),
      )
      const last = data.at(-1)
      if (!hasMore || last === undefined) return json(200, data)
      const next = pathTo(endpoint, { id: spoolId }, { after: String(last.seq) })
      return json(200, data, { link: `<${next}>; rel="next"` })
    }),
)
