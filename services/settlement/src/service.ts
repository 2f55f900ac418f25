import { join } from 'node:path'
import {
  bumpSettlement,
  closeSettlement,
  commitCardSettlement,
  commitSettlement,
  holdSettlement,
  listSettlementAnomalies,
  listSettlements,
  changeGrantLimits,
  offerGrant,
  onboardPayee,
  readGrant,
  readGrantSwitch,
  readSettlementCapabilities,
  readSettlementOfSpool,
  searchSettlements,
  recheckSettlement,
  resolveSettlementAnomaly,
  showSettlement,
  recordGrant,
  signLegs,
  switchSending,
} from '@outturn/contracts'
import { accountErasure, accountExport, on, type ServedCommand } from '@outturn/messaging'
import { createDatabase } from '@outturn/postgres/typed'
import { type BuildContext, defineService, every } from '@outturn/service'
import { accountData } from './store/accounts/account-tables.ts'
import { openSettlements } from './store/accounts/open-settlements.ts'
import { lostTimeOver, attestationsOver, receiptsOver } from './adapters/signing.ts'
import { holdsOver } from './adapters/spool.ts'
import { cardSettings, grantContracts, grantSettings, settlementConfig, walletSettings } from './config.ts'
import type { CardProcessor } from './domain/card/card-processor.ts'
import type { SettlementDeps } from './deps.ts'
import type { GrantChain } from './domain/grants/grant-chain.ts'
import type { WalletChain } from './domain/wallet-chain.ts'
import { handleCommitCardSettlement } from './handlers/commit-card-settlement.ts'
import { handleCommitSettlement } from './handlers/commit-settlement.ts'
import { handleOnboardPayee } from './handlers/onboard-payee.ts'
import { handleChangeGrantLimits } from './handlers/grants/change-grant-limits.ts'
import { handleOfferGrant } from './handlers/grants/offer-grant.ts'
import { handleReadGrant } from './handlers/grants/read-grant.ts'
import { handleReadGrantSwitch } from './handlers/grants/read-grant-switch.ts'
import { handleRecordGrant } from './handlers/grants/record-grant.ts'
import { handleSearchSettlements } from './handlers/search-settlements.ts'
import { handleReadCapabilities } from './handlers/read-capabilities.ts'
import { handleReadSettlementOfSpool } from './handlers/read-settlement-of-spool.ts'
import { handleBumpSettlement } from './handlers/operator/bump-settlement.ts'
import { handleCloseSettlement } from './handlers/operator/close-settlement.ts'
import { handleHoldSettlement } from './handlers/operator/hold-settlement.ts'
import { handleListAnomalies } from './handlers/operator/list-anomalies.ts'
import { handleListSettlements } from './handlers/operator/list-settlements.ts'
import { handleRecheckSettlement } from './handlers/operator/recheck-settlement.ts'
import { handleResolveAnomaly } from './handlers/operator/resolve-anomaly.ts'
import { handleShowSettlement } from './handlers/operator/show-settlement.ts'
import { handleSwitchSending } from './handlers/operator/switch-sending.ts'
import { handleSignLegs } from './handlers/sign-legs.ts'
import { onSpoolDisputeChanged } from './reactions/spool-dispute-changed.ts'
import { onSpoolHoldsChanged } from './reactions/spool-holds-changed.ts'
import { onSpoolSettlementDecided } from './reactions/spool-settlement-decided.ts'
import type { Tables } from './store/tables.ts'
import { advanceCardSettlements } from './sweepers/advance-card-settlements.ts'
import { advanceSettlements } from './sweepers/advance-settlements.ts'
import { createRestorePause } from './flows/pause-after-restore.ts'
import { releaseGrants } from './sweepers/release-grants.ts'
import { reportSettlements } from './sweepers/report-settlements.ts'
import { watchPayouts } from './sweepers/watch-payouts.ts'
import { watchBooks } from './sweepers/watch-books.ts'

const weiOfGwei = 1_000_000_000n

export const settlementService = defineService({
  name: 'settlement',
  config: settlementConfig,
  migrations: join(import.meta.dirname, 'store/migrations'),
  build: async (context) => {
    const chain = await chainOf(context)
    const cards = await cardsOf(context)
    const grants = await grantChainOf(context, chain)
    const deps = settlementDeps(context, { chain, cards, grants })
    const pause = createRestorePause(deps, lostTimeOver(context.bus))
    const report = reportSettlements(context.metrics, context.environment, {
      chain,
      hasCards: cards !== null,
    })
    return {
      commands: [
        on(readSettlementCapabilities, handleReadCapabilities(deps)),
        on(searchSettlements, handleSearchSettlements(deps)),
        accountExport('settlement', deps.pool, accountData),
        ...accountErasure('settlement', deps.pool, accountData, {
          blockers: (accountId) => openSettlements(deps.pool, accountId),
        }),
        on(commitSettlement, handleCommitSettlement(deps)),
        on(signLegs, handleSignLegs(deps)),
        on(commitCardSettlement, handleCommitCardSettlement(deps)),
        on(onboardPayee, handleOnboardPayee(deps)),
        ...operatorCommands(deps),
        on(readGrantSwitch, handleReadGrantSwitch(deps)),
        on(changeGrantLimits, handleChangeGrantLimits(deps)),
        on(offerGrant, handleOfferGrant(deps)),
        on(recordGrant, handleRecordGrant(deps)),
        on(readGrant, handleReadGrant(deps)),
        on(readSettlementOfSpool, handleReadSettlementOfSpool(deps)),
      ],
      reactions: [onSpoolSettlementDecided(deps), onSpoolHoldsChanged(deps), onSpoolDisputeChanged(deps)],
      sweepers: [
        ...(chain === null
          ? []
          : [
              every(5_000, 'check-chain', () => chain.check()),
              every(15_000, 'probe-chain', () => chain.probe()),
              ...(grants === null
                ? []
                : [
                    every(5_000, 'check-grant-contracts', () => grants.check()),
                    every(
                      5_000,
                      'release-grants',
                      pause.guard((now) => releaseGrants(deps, now)),
                    ),
                  ]),
              every(
                1_000,
                'advance-settlements',
                pause.guard((now) => advanceSettlements(deps, now)),
              ),
            ]),
        ...(cards === null
          ? []
          : [
              every(
                1_000,
                'advance-card-settlements',
                pause.guard((now) => advanceCardSettlements(deps, now)),
              ),
              every(1_000, 'watch-payouts', (now) => watchPayouts(deps, now)),
            ]),
        ...(chain === null && cards === null
          ? []
          : [
              every(60_000, 'watch-books', () => watchBooks(deps, report)),
              every(5_000, 'pause-after-restore', (now) => pause.check(now)),
            ]),
      ],
      // A chain that cannot be reached keeps nothing else from being served.
      start: async () => {
        void chain?.check()
        void grants?.check()
      },
    }
  },
})

type Context = BuildContext<typeof settlementConfig.shape>

/** The chain of a deployment that settles from wallets; its client is loaded only there. */
async function chainOf({ environment, config, log }: Context): Promise<WalletChain | null> {
  const settings = walletSettings(config, environment)
  if (settings === null) return null
  const { evmWalletChain } = await import('./adapters/evm-wallet-chain.ts')
  return evmWalletChain(settings, log)
}

/** The contracts of settlement grants, where a deployment that settles from wallets has them. */
async function grantChainOf(
  { environment, config, log }: Context,
  chain: WalletChain | null,
): Promise<GrantChain | null> {
  const [wallet, contracts] = [walletSettings(config, environment), grantContracts(config)]
  if (chain === null || wallet === null || contracts === null) return null
  const { evmGrantChain } = await import('./adapters/evm-grant-chain.ts')
  return evmGrantChain({ ...wallet, ...contracts, operator: chain.signer }, log)
}

function settlementDeps(
  { environment, config, pool, bus, relay, ids, clock, log }: Context,
  { chain, cards, grants }: Pick<SettlementDeps, 'chain' | 'cards' | 'grants'>,
): SettlementDeps {
  const { OUTTURN_SETTLEMENT_ACCOUNTS: accounts } = config
  return {
    environment,
    pool,
    db: createDatabase<Tables>(pool),
    relay,
    ids,
    clock,
    log,
    chain,
    cards,
    cardAccounts: accountsIn(config.OUTTURN_SETTLEMENT_CARD_ACCOUNTS),
    grants,
    grantSettings: grantSettings(config),
    pilotAccounts: accountsIn(accounts),
    legTtlSeconds: config.OUTTURN_SETTLEMENT_LEG_TTL_SECONDS,
    bumpAfterMs: config.OUTTURN_SETTLEMENT_BUMP_AFTER_MS,
    maxFeePerGas: BigInt(config.OUTTURN_SETTLEMENT_MAX_FEE_GWEI) * weiOfGwei,
    readAttested: attestationsOver(bus, environment, clock),
    isReceiptActive: receiptsOver(bus, clock),
    isHeldByCase: holdsOver(bus, clock),
  }
}

/** The processor of a deployment that settles by card; its client is loaded only there. */
async function cardsOf({ environment, config }: Context): Promise<CardProcessor | null> {
  const settings = cardSettings(config, environment)
  if (settings === null) return null
  const { stripeProcessor } = await import('./adapters/stripe-processor.ts')
  return stripeProcessor(settings)
}

function accountsIn(setting: string): ReadonlySet<string> | null {
  return setting === 'all' ? null : new Set(setting.split(','))
}

/** What operators see and do. */
function operatorCommands(deps: SettlementDeps): ServedCommand[] {
  return [
    on(listSettlements, handleListSettlements(deps)),
    on(showSettlement, handleShowSettlement(deps)),
    on(switchSending, handleSwitchSending(deps)),
    on(holdSettlement, handleHoldSettlement(deps)),
    on(bumpSettlement, handleBumpSettlement(deps)),
    on(recheckSettlement, handleRecheckSettlement(deps)),
    on(closeSettlement, handleCloseSettlement(deps)),
    on(listSettlementAnomalies, handleListAnomalies(deps)),
    on(resolveSettlementAnomaly, handleResolveAnomaly(deps)),
  ]
}
