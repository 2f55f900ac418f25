import { type Config, commonSettings, defineConfig, integer, type Variables } from '@outturn/service'
import { z } from 'zod'
import { parseAddressBlocks } from '@outturn/checkers'

const words = z.string().transform((text) => text.split(',').flatMap((word) => word.trim() || []))

const shape = {
  ...commonSettings,
  OUTTURN_FETCH_PORTS: words
    .pipe(z.array(z.string().regex(/^\d{1,5}$/, 'must be port numbers, comma-separated')))
    .optional()
    .describe('Ports that may be observed beside 80 and 443, comma-separated.'),
  OUTTURN_FETCH_ALLOW_ADDRESSES: words
    .pipe(z.array(z.string().refine(isAddressBlock, 'must be CIDR blocks, comma-separated')))
    .optional()
    .describe('CIDR blocks that may be observed although they are not public; refused in production.'),
  OUTTURN_FETCHES_PER_ACCOUNT: integer({ min: 1, max: 1_000 })
    .default(20)
    .describe('Observations of one account under way at once.'),
}

/** Settings of the fetcher: none of a database, which it must not be able to reach. */
export const fetcherConfig = defineConfig(shape, {
  check: mistakesOf,
  findForbidden: findDatabaseCredentials,
})

function mistakesOf(config: Config<typeof shape>): string[] {
  return config.OUTTURN_DEPLOYMENT === 'production' && config.OUTTURN_FETCH_ALLOW_ADDRESSES !== undefined
    ? ['OUTTURN_FETCH_ALLOW_ADDRESSES must be empty in a production deployment']
    : []
}

function isAddressBlock(text: string): boolean {
  try {
    return parseAddressBlocks([text]).length === 1
  } catch {
    return false
  }
}

/** This process connects to addresses that callers choose; what it does not hold cannot be taken from it. */
function findDatabaseCredentials(variables: Variables): string[] {
  const names =
    /^(OUTTURN_)?(DEMO_)?(OWNER_)?DATABASE_URL(_FILE)?$|^PG(HOST|HOSTADDR|USER|PASSWORD|PASSFILE|SERVICE)$/
  return Object.keys(variables)
    .filter((name) => names.test(name) && variables[name] !== undefined)
    .map((name) => `unset ${name}: the fetcher starts without database credentials`)
}
