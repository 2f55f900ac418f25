import { isSameAddress, isZeroAddress, parseAddress } from '@outturn/evm-token/address'
import {
  commonConfig,
  defineConfig,
  type EnvironmentConfig,
  integer,
  isPrivateUrl,
  secret,
} from '@outturn/service'
import type { Environment } from '@outturn/vocabulary'
import { z } from 'zod'
import type { WalletSettings } from './adapters/evm-wallet-chain.ts'
import type { StripeAccess } from './adapters/stripe-processor.ts'
import type { GrantSettings } from './deps.ts'

const evmAddress = z
  .string()
  .refine(
    (text) => parseAddress(text) !== null,
    'must be 0x and 40 hex digits, in one case or with its EIP-55 checksum',
  )
  .refine((text) => !isZeroAddress(text), 'must not be the zero address')

/** Settings of the settlement service, beside the common ones. */
export const settlementConfig = defineConfig(
  {
    ...commonConfig,
    // Providers of chains put a key into it.
    OUTTURN_SETTLEMENT_RPC_URL: secret(
      z
        .url({ protocol: /^https?$/ })
        .optional()
        .describe(
          'JSON-RPC of the chain on which wallets settle; with token, fee recipient and signer key it turns settlement from wallets on, in production.',
        ),
    ),
    OUTTURN_SETTLEMENT_CHAIN_ID: integer({ min: 1, max: 2_147_483_647 })
      .default(42_431)
      .describe('Id of that chain; settlement addresses of parties name the same one.'),
    OUTTURN_SETTLEMENT_TOKEN: evmAddress
      .optional()
      .describe('Token that is paid: one dollar each, with transfers by authorization (EIP-3009).'),
    OUTTURN_SETTLEMENT_FEE_RECIPIENT: evmAddress
      .optional()
      .describe('Address that the service fee is paid to.'),
    OUTTURN_SETTLEMENT_SIGNER_KEY: secret(
      z
        .string()
        .regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')
        .optional()
        .describe(
          'Private key that sends the transactions and pays for their gas; it moves nothing else. No other program may send with it.',
        ),
    ),
    OUTTURN_SETTLEMENT_ACCOUNTS: z
      .string()
      .regex(/^(?:all|acc_[0-9a-f]{24}(?:,acc_[0-9a-f]{24})*)$/, 'must be all, or account ids with commas')
      .default('all')
      .describe('Accounts whose Spools may be settled from a wallet, comma-separated, or `all`.'),
    OUTTURN_SETTLEMENT_CONFIRMATIONS: integer({ min: 1, max: 10_000 })
      .default(1)
      .describe(
        'How many blocks make a payment count, its own counted. It is watched after that until its block is final.',
      ),
    OUTTURN_SETTLEMENT_FINAL_BLOCKS: integer({ min: 1, max: 100_000 })
      .optional()
      .describe(
        'How many blocks make a block final, its own counted. By default the chain says so by its `finalized` block, or 64 where it has none.',
      ),
    OUTTURN_SETTLEMENT_LEG_TTL_SECONDS: integer({ min: 600, max: 2_592_000 })
      .default(86_400)
      .describe('How long the buyer has for a signature and its transfer, in seconds.'),
    OUTTURN_SETTLEMENT_BUMP_AFTER_MS: integer({ min: 100, max: 3_600_000 })
      .default(30_000)
      .describe('After how long more is offered for a transaction that no block took, in milliseconds.'),
    OUTTURN_SETTLEMENT_PERMISSION_MANAGER: evmAddress
      .optional()
      .describe(
        'Contract of that chain that keeps spend permissions; with a settler it turns settlement grants on.',
      ),
    OUTTURN_SETTLEMENT_SETTLER: evmAddress
      .optional()
      .describe(
        'Contract that spends settlement grants, its operator being the signer key (OutcomeSettler).',
      ),
    OUTTURN_SETTLEMENT_EXPLORER_URL: z
      .url({ protocol: /^https?$/ })
      .default('https://explore.testnet.tempo.xyz')
      .describe('Explorer of that chain, where accounts revoke grants by themselves.'),
    OUTTURN_SETTLEMENT_GRANT_TTL_SECONDS: integer({ min: 3_600, max: 31_536_000 })
      .default(2_592_000)
      .describe('How long a settlement grant counts at most, in seconds.'),
    OUTTURN_SETTLEMENT_GRANT_GRACE_SECONDS: integer({ min: 3_600, max: 31_536_000 })
      .default(1_209_600)
      .describe('How long a settlement grant counts after the expiry of its Spool, in seconds.'),
    OUTTURN_SETTLEMENT_GRANT_CAP_CENTS: integer({ min: 0, max: 100_000_000_000 })
      .default(100_000)
      .describe('Most that a settlement grant of one Spool may be, in cents.'),
    OUTTURN_SETTLEMENT_GRANT_CAP_ACCOUNT_CENTS: integer({ min: 0, max: 100_000_000_000 })
      .default(1_000_000)
      .describe('Most that the open settlement grants of one account may be together, in cents.'),
    OUTTURN_SETTLEMENT_GRANT_CAP_DEPLOYMENT_CENTS: integer({ min: 0, max: 100_000_000_000 })
      .default(10_000_000)
      .describe('Most that all open settlement grants may be together, in cents.'),
    OUTTURN_SETTLEMENT_MAX_FEE_GWEI: integer({ min: 1, max: 1_000_000 })
      .default(100)
      .describe('Most that is offered for a unit of gas, in gwei.'),
    OUTTURN_SETTLEMENT_STRIPE_SECRET_KEY: secret(
      z
        .string()
        .min(8)
        .optional()
        .describe(
          'Secret key of the Stripe account that takes payments by card for sellers; it turns settlement by card on, in production.',
        ),
    ),
    OUTTURN_SETTLEMENT_STRIPE_URL: z
      .url({ protocol: /^https?$/ })
      .refine(isPrivateUrl, 'must be https, or http on this machine')
      .default('https://api.stripe.com')
      .describe('Address of the Stripe API.'),
    OUTTURN_SETTLEMENT_CARD_ACCOUNTS: z
      .string()
      .regex(/^(?:all|acc_[0-9a-f]{24}(?:,acc_[0-9a-f]{24})*)$/, 'must be all, or account ids with commas')
      .default('all')
      .describe(
        'Accounts whose new Spools of people and businesses are settled by card, comma-separated, or `all`.',
      ),
  },
  { check: wholeAdapter },
)

export type SettlementConfig = EnvironmentConfig<typeof settlementConfig.shape>

/** What settlement from wallets needs; all of it or none. */
const walletNames = [
  'OUTTURN_SETTLEMENT_RPC_URL',
  'OUTTURN_SETTLEMENT_TOKEN',
  'OUTTURN_SETTLEMENT_FEE_RECIPIENT',
  'OUTTURN_SETTLEMENT_SIGNER_KEY',
] as const

const grantNames = ['OUTTURN_SETTLEMENT_PERMISSION_MANAGER', 'OUTTURN_SETTLEMENT_SETTLER'] as const

function wholeAdapter(
  config: Readonly<Record<(typeof walletNames)[number] | (typeof grantNames)[number], unknown>>,
): string[] {
  const { OUTTURN_SETTLEMENT_TOKEN: token, OUTTURN_SETTLEMENT_FEE_RECIPIENT: recipient } = config
  const missing = walletNames.filter((name) => config[name] === undefined)
  const isWhole = missing.length === 0 || missing.length === walletNames.length
  const [manager, settler] = grantNames.map((name) => config[name] !== undefined)
  return [
    ...(isSameAddress(String(token), String(recipient))
      ? ['OUTTURN_SETTLEMENT_FEE_RECIPIENT must not be the token itself']
      : []),
    ...(isWhole ? [] : [`${missing.join(' and ')} must be set too, or none of ${walletNames.join(', ')}`]),
    ...(manager === settler ? [] : [`${grantNames.join(' and ')} must be set together, or neither`]),
    ...(manager === true && settler === true && missing.length > 0
      ? [`${missing.join(' and ')} must be set where ${grantNames.join(' and ')} are`]
      : []),
  ]
}

/** How this environment settles from wallets; null where it does not. The demo settles nothing. */
export function walletSettings(config: SettlementConfig, environment: Environment): WalletSettings | null {
  const {
    OUTTURN_SETTLEMENT_RPC_URL: rpcUrl,
    OUTTURN_SETTLEMENT_TOKEN: token,
    OUTTURN_SETTLEMENT_FEE_RECIPIENT: feeRecipient,
    OUTTURN_SETTLEMENT_SIGNER_KEY: signerKey,
  } = config
  if (environment !== 'production') return null
  if (rpcUrl === undefined || token === undefined || feeRecipient === undefined || signerKey === undefined) {
    return null
  }
  return {
    rpcUrl,
    chainId: config.OUTTURN_SETTLEMENT_CHAIN_ID,
    token,
    feeRecipient,
    signerKey,
    confirmations: config.OUTTURN_SETTLEMENT_CONFIRMATIONS,
    finalBlocks: config.OUTTURN_SETTLEMENT_FINAL_BLOCKS ?? null,
  }
}

/** How this environment settles by card; null where it does not. The demo settles nothing. */
export function cardSettings(config: SettlementConfig, environment: Environment): StripeAccess | null {
  const secretKey = config.OUTTURN_SETTLEMENT_STRIPE_SECRET_KEY
  if (environment !== 'production' || secretKey === undefined) return null
  return { secretKey, url: config.OUTTURN_SETTLEMENT_STRIPE_URL }
}

/** Where this environment takes settlement grants; null where it takes none. */
export function grantContracts(config: SettlementConfig): { manager: string; settler: string } | null {
  const { OUTTURN_SETTLEMENT_PERMISSION_MANAGER: manager, OUTTURN_SETTLEMENT_SETTLER: settler } = config
  return manager === undefined || settler === undefined ? null : { manager, settler }
}

/** How long grants count, what bounds them, and where they are revoked. */
export function grantSettings(config: SettlementConfig): GrantSettings {
  return {
    caps: {
      spoolCents: BigInt(config.OUTTURN_SETTLEMENT_GRANT_CAP_CENTS),
      accountCents: BigInt(config.OUTTURN_SETTLEMENT_GRANT_CAP_ACCOUNT_CENTS),
      deploymentCents: BigInt(config.OUTTURN_SETTLEMENT_GRANT_CAP_DEPLOYMENT_CENTS),
    },
    ttlSeconds: config.OUTTURN_SETTLEMENT_GRANT_TTL_SECONDS,
    graceSeconds: config.OUTTURN_SETTLEMENT_GRANT_GRACE_SECONDS,
    explorerUrl: config.OUTTURN_SETTLEMENT_EXPLORER_URL,
  }
}
