import { deprecations, type Success, versionsPath } from '@outturn/contracts'
import { z } from 'zod'
import type { Route } from './route.ts'

const [earliestSince, earliestSunset] = (['since', 'sunset'] as const).map(
  (day) => new Date(deprecations.map((each) => each[day]).toSorted()[0] ?? 0),
) as [Date, Date]

/** Headers of an answer with a member on its way out: since when, until when (RFC 9745, RFC 8594), and what to read. */
const headers = {
  deprecation: `@${earliestSince.getTime() / 1_000}`,
  sunset: earliestSunset.toUTCString(),
  link: `<${versionsPath}>; rel="deprecation"; type="text/html"`,
}

/** The headers of the answers of a route that have such a member by their schema; none for the others. */
export function deprecationHeaders({ success, otherSuccess }: Route): Readonly<Record<string, string>> {
  const isDeprecated = [success, otherSuccess].some((each) => each !== undefined && hasDeprecated(each))
  return isDeprecated ? headers : {}
}

function hasDeprecated({ content }: Success): boolean {
  const schema = content instanceof z.ZodType ? content : content.orJson
  if (schema === undefined) return false
  const described = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  return JSON.stringify(described).includes('"deprecated":true')
}
