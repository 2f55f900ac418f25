import { startStripe } from '@outturn/local-servers'
import { derivedId } from '@outturn/service'
import type { TestProject } from 'vitest/node'
import { startPayments, startWallets } from '../system/local-payments.ts'
import { startSystem } from '../system/running-system.ts'
import { sandboxVerifies } from './api.ts'
import { startModel } from './model.ts'
import { cardBuyer } from './card-buyer.ts'
import type { PaymentPlaces } from './payments.ts'
import { startWaitingSite } from './waiting-site.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** local.json of the one system that all files of test/e2e speak to. */
    system: string
    /** Address of the website that runs may look at. */
    site: string
    /** The processor that charges cards for the system. */
    processor: { url: string; secretKey: string }
    /** Where wallets of tests pay. */
    payments: PaymentPlaces
    /** The chain on which wallets settle. */
    walletChain: string
  }
}

const withDatabase = ['spool', 'signing', 'document-audit']

/** These tests ask what the system does, and not when a machine that is full makes it refuse work. */
const patient = {
  OUTTURN_EVENT_LOOP_LIMIT_MS: '10000',
  OUTTURN_POOL_WAIT_MS: '20000',
  OUTTURN_STATEMENT_TIMEOUT_MS: '20000',
}

/** Starts one whole system for all files; the returned function stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [site, model, processor, payments, walletChain] = await Promise.all([
    startWaitingSite(),
    startModel(),
    startStripe(),
    startPayments(),
    startWallets(),
  ])
  const system = await startSystem('compact', {
    ...Object.fromEntries(withDatabase.map((name) => [name, patient])),
    // A PDF that expands ends its process soon.
    'document-audit': { ...patient, OUTTURN_AUDIT_MEMORY_MB: '192' },
    billing: {
      ...patient,
      OUTTURN_MPP_SECRET: 'authenticates the challenges of these tests',
      OUTTURN_STRIPE_SECRET_KEY: processor.secretKey,
      OUTTURN_STRIPE_NETWORK_ID: processor.networkId,
      OUTTURN_STRIPE_URL: processor.url,
      ...payments.settings,
    },
    fetcher: {
      OUTTURN_EVENT_LOOP_LIMIT_MS: patient.OUTTURN_EVENT_LOOP_LIMIT_MS,
      OUTTURN_FETCH_PORTS: String(site.port),
      OUTTURN_FETCH_ALLOW_ADDRESSES: '127.0.0.0/8',
    },
    gateway: {
      ...patient,
      OUTTURN_RATE_STATEMENT_TIMEOUT_MS: patient.OUTTURN_STATEMENT_TIMEOUT_MS,
      OUTTURN_BODY_TIMEOUT_MS: '120000',
      OUTTURN_SANDBOX_VERIFIES: String(sandboxVerifies),
      // Callers without an account share an address here; accounts have quotas of their own.
      RATE_QUOTA: '1000000',
    },
    settlement: {
      ...patient,
      ...walletChain.settings,
      OUTTURN_SETTLEMENT_STRIPE_SECRET_KEY: processor.secretKey,
      OUTTURN_SETTLEMENT_STRIPE_URL: processor.url,
      OUTTURN_SETTLEMENT_CARD_ACCOUNTS: derivedId('account', cardBuyer),
    },
    verification: {
      ...patient,
      OUTTURN_POLICY_TIMEOUT_MS: '60000',
      OUTTURN_JUDGE_URL: model.url,
      OUTTURN_JUDGE_MODEL: 'example-model',
    },
  })
  project.provide('system', JSON.stringify(system.file()))
  project.provide('site', `http://127.0.0.1:${site.port}`)
  project.provide('processor', { url: processor.url, secretKey: processor.secretKey })
  project.provide('payments', payments.places)
  project.provide('walletChain', walletChain.rpcUrl)
  return async () => {
    await system.stop()
    await payments.stop()
    await walletChain.stop()
    site.stop()
    model.stop()
    await processor.stop()
  }
}
