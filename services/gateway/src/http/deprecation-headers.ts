import { deprecations, type Endpoint, hasDeprecatedMember, versionsPath } from '@outturn/contracts'

const [earliestSince, earliestSunset] = (['since', 'sunset'] as const).map(
  (day) => new Date(deprecations.map((each) => each[day]).toSorted()[0] ?? 0),
) as [Date, Date]

/** Headers of an answer with a member on its way out: since when, until when (RFC 9745, RFC 8594), and what to read. */
const headers = {
  deprecation: `@${earliestSince.getTime() / 1_000}`,
  sunset: earliestSunset.toUTCString(),
  link: `<${versionsPath}>; rel="deprecation"; type="text/html"`,
}

/** The headers of the answers of an endpoint that have such a member by their schema; none for the others. */
export function deprecationHeaders(endpoint: Endpoint): Readonly<Record<string, string>> {
  return hasDeprecatedMember(endpoint) ? headers : {}
}
