import { issueWords } from '@outturn/contracts'
import { z } from 'zod'
import { readSettings, type Settings } from '../connection/settings.ts'
import type { Env } from '../host.ts'
import { UnusableInput } from '../output.ts'
import { readJsonFile } from '../read-file.ts'
import { serviceAddress } from '../connection/service-address.ts'

/** Who pays whom: what a payer keeps between its payments. */
export type PayerSettings = {
  readonly url: string
  readonly apiKey: string | null
  readonly walletKey: `0x${string}` | null
  /** Where the payer's own account makes the tokens for its card. */
  readonly processor: { readonly url: string; readonly secretKey: string } | null
}

const members = {
  url: 'OUTTURN_URL',
  api_key: 'OUTTURN_KEY',
  wallet_key: 'OUTTURN_WALLET_KEY',
  processor_url: 'OUTTURN_PROCESSOR_URL',
  processor_key: 'OUTTURN_PROCESSOR_KEY',
} as const
type Member = keyof typeof members

const SomeOfPayerFile = z
  .strictObject({
    url: z.string(),
    api_key: z.string(),
    wallet_key: z.string(),
    processor_url: z.string(),
    processor_key: z.string(),
  } satisfies Record<Member, z.ZodString>)
  .partial()
const stripe = 'https://api.stripe.com'

/** The settings of a payer, each from its variable, else from the file. Throws UnusableInput for what is no setting. */
export function readPayerSettings(file: string | undefined, env: Env): PayerSettings {
  const kept = file === undefined ? {} : readPayerFile(file)
  const setting = (member: Member) => env[members[member]] || kept[member] || null
  const url = setting('url') ?? configured(env)?.url.value ?? null
  if (url === null) throw missing('url', 'the address of the service')
  const secretKey = setting('processor_key')
  return {
    url: serviceAddress(url),
    apiKey: setting('api_key') ?? keyFor(serviceAddress(url), env),
    walletKey: walletKeyOf(setting('wallet_key')),
    processor: secretKey === null ? null : { url: setting('processor_url') ?? stripe, secretKey },
  }
}

/** The settings of the configuration; null where they have no address. */
function configured(env: Env): Settings | null {
  try {
    return readSettings({}, env)
  } catch (error) {
    if (error instanceof UnusableInput) return null
    throw error
  }
}

/** The key of the configuration where it is for this service. */
function keyFor(url: string, env: Env): string | null {
  const settings = configured(env)
  return settings?.url.value === url ? (settings.key?.value ?? null) : null
}

/** What is said of a setting that a payment needs and that is not there. */
export function missing(member: Member, meaning: string): UnusableInput {
  return new UnusableInput(
    `A payment needs ${meaning}. Set ${members[member]}, or ${member} in the JSON file of --payer.`,
  )
}

function readPayerFile(file: string): z.output<typeof SomeOfPayerFile> {
  const found = SomeOfPayerFile.safeParse(readJsonFile(file), { error: issueWords })
  if (found.success) return found.data
  const [issue] = found.error.issues
  throw new UnusableInput(
    `${file} is no file of a payer: ${[...(issue?.path ?? []), issue?.message].join(': ')}. Its members are ${Object.keys(members).join(', ')}, all text.`,
  )
}

/** The text is not repeated: it may be a key that was spelled wrong. */
function walletKeyOf(text: string | null): `0x${string}` | null {
  if (text === null) return null
  if (!/^0x[0-9a-fA-F]{64}$/.test(text)) {
    throw new UnusableInput(
      `${members.wallet_key}, or wallet_key of the payer's file, is not a private key: 0x and 64 hexadecimal digits.`,
    )
  }
  return text as `0x${string}`
}
