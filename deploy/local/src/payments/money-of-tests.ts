import { existsSync } from 'node:fs'
import { type RunningStripe, startStripe } from '@outturn/local-servers'
import type { Home } from '../home/home.ts'
import type { LocalFile } from '../home/local-file.ts'
import type { LocalOptions } from '../options.ts'
import { contractsFolder } from '../places.ts'

/** The chains and the processor of cards that run beside a system, as its options ask for them. */
export interface MoneyOfTests {
  /** Settings by which the services use them. */
  settings: Record<string, Record<string, string>>
  /** What scripts are told of them. */
  places: Pick<LocalFile, 'payments' | 'settlement'>
  /** Writes what `outturn pay` needs, where payments are taken. */
  keepPayer(account: { baseUrl: string; apiKey: string }): Promise<void>
}

/** Starts what is asked for; it ends with `stops`. A client of chains is loaded for those alone who ask for one. */
export async function startMoneyOfTests(
  options: Pick<LocalOptions, 'payments' | 'settlement'>,
  home: Home,
  tell: (message: string) => void,
  stops: AsyncDisposableStack,
): Promise<MoneyOfTests> {
  if (!options.payments && !options.settlement) {
    return { settings: {}, places: {}, keepPayer: async () => undefined }
  }
  if (!existsSync(contractsFolder))
    tell('compiling the contracts of the chains of tests, once: up to a minute')
  const processor = await startStripe({ stateFile: home.processorFile })
  stops.defer(() => processor.stop())
  tell(`cards are charged by a processor of tests on ${new URL(processor.url).host}`)
  const [payments, settlement] = await Promise.allSettled([
    options.payments ? paymentsOf(home, processor, tell, stops) : null,
    options.settlement ? settlementOf(home, processor, tell, stops) : null,
  ])
  return joined(valueOf(payments), valueOf(settlement))
}

async function paymentsOf(
  home: Home,
  processor: RunningStripe,
  tell: (message: string) => void,
  stops: AsyncDisposableStack,
): Promise<MoneyOfTests> {
  const { keepPayer, startLocalPayments } = await import('./local-payments.ts')
  const payments = await startLocalPayments(home, processor, tell, stops)
  const { rpcUrl: rpc_url, facilitatorUrl: facilitator_url, settings: billing } = payments
  return {
    settings: { billing },
    places: { payments: { rpc_url, facilitator_url, payer_file: home.payerFile } },
    keepPayer: (account) => keepPayer(home, payments, processor, account),
  }
}

async function settlementOf(
  home: Home,
  processor: RunningStripe,
  tell: (message: string) => void,
  stops: AsyncDisposableStack,
): Promise<Omit<MoneyOfTests, 'keepPayer'>> {
  const { startLocalSettlement } = await import('./local-settlement.ts')
  const { rpcUrl, settings } = await startLocalSettlement(home, processor, tell, stops)
  return {
    settings: { settlement: settings },
    places: {
      settlement: { rpc_url: rpcUrl, processor_url: processor.url, processor_key: processor.secretKey },
    },
  }
}

function joined(
  payments: MoneyOfTests | null,
  settlement: Omit<MoneyOfTests, 'keepPayer'> | null,
): MoneyOfTests {
  return {
    settings: { ...payments?.settings, ...settlement?.settings },
    places: { ...payments?.places, ...settlement?.places },
    keepPayer: async (account) => payments?.keepPayer(account),
  }
}

/** Both have ended before one of them fails: only what has finished starting can be stopped. */
function valueOf<Value>(result: PromiseSettledResult<Value>): Value {
  if (result.status === 'rejected') throw result.reason
  return result.value
}
