import type { AddressInfo } from 'node:net'
import {
  arrangeReturns,
  confirmDomain,
  createAccount,
  createKey,
  createOwnerGrant,
  createSignInLink,
  exchangeKey,
  findAccountOpenings,
  findActiveAccounts,
  listAccounts,
  listKeys,
  reopenAccount,
  resumeAccount,
  revokeKey,
  schemaName,
  setQuota,
  setReturnHosts,
  showAccount,
  suspendAccount,
  withdrawDomain,
} from '@outturn/contracts'
import { openMailTransport, relayMail } from '@outturn/mail'
import { accountExport, on } from '@outturn/messaging'
import { createPool, writeRow } from '@outturn/postgres'
import { createDatabase } from '@outturn/postgres/typed'
import {
  type BuildContext,
  defineService,
  type EnvironmentConfig,
  every,
  type Front,
  type FrontContext,
  nothingSoon,
  type SweepPlan,
} from '@outturn/service'
import { accountData } from './store/account-tables.ts'
import { paymentLanes } from './adapters/billing.ts'
import { assertErasuresKnown, createLostTimeWatch } from './adapters/lost-time.ts'
import { createBundleReader } from './adapters/bundle-reader.ts'
import { createBodyReader, threadMemoryMb } from './adapters/body-reader.ts'
import { findFailingWork } from './adapters/work-checks.ts'
import { keyDirectory } from './auth/key-directory.ts'
import { keyGrants } from './auth/key-grants.ts'
import { type SandboxBudget, sandboxSessions } from './auth/sandbox-sessions.ts'
import { parseTestKeys } from './auth/test-keys.ts'
import { tokenHasher } from './auth/token-hash.ts'
import { type GatewayShape, gatewayConfig } from './config.ts'
import type { Console } from './console/console.ts'
import { consoleMails } from './console/mail/console-mails.ts'
import { forgetActions } from './store/console/audit-store.ts'
import { forgetSignIns } from './store/console/organisation-store.ts'
import { forgetChallenges } from './store/console/passkey-store.ts'
import { announceKeyEnds } from './store/console/notice-store.ts'
import { forgetNotices } from './store/console/account-notice-store.ts'
import { forgetSessions } from './store/console/session-store.ts'
import { forgetRequests, noteWrongTries } from './store/console/sign-in-store.ts'
import { handleArrangeReturns } from './handlers/arrange-returns.ts'
import { handleConfirmDomain } from './handlers/accounts/confirm-domain.ts'
import { eraseOwnAccount } from './auth/erase-own-account.ts'
import { handleCreateAccount } from './handlers/accounts/create-account.ts'
import { handleFindAccountOpenings } from './handlers/accounts/find-account-openings.ts'
import { handleFindActiveAccounts } from './handlers/accounts/find-active-accounts.ts'
import { handleListAccounts } from './handlers/accounts/list-accounts.ts'
import { handleReopenAccount } from './handlers/accounts/reopen-account.ts'
import { handleResumeAccount } from './handlers/accounts/resume-account.ts'
import { handleSetQuota } from './handlers/accounts/set-quota.ts'
import { handleSetReturnHosts } from './handlers/accounts/set-return-hosts.ts'
import { handleShowAccount } from './handlers/accounts/show-account.ts'
import { handleSuspendAccount } from './handlers/accounts/suspend-account.ts'
import { handleWithdrawDomain } from './handlers/accounts/withdraw-domain.ts'
import { handleCreateKey } from './handlers/create-key.ts'
import { handleCreateOwnerGrant } from './handlers/create-owner-grant.ts'
import { handleCreateSignInLink } from './handlers/create-sign-in-link.ts'
import { handleListKeys } from './handlers/list-keys.ts'
import { handleRevokeKey } from './handlers/revoke-key.ts'
import { closeAfterAnswers } from './http/send-answer.ts'
import { createHttpServer } from './http/server.ts'
import { type GatewayInstance, hostedInstances } from './deps.ts'
import { assertKnownPepper } from './store/key-pepper.ts'
import { buildAssets } from './pages/assets.ts'
import { errorPage } from './pages/error-page.ts'
import { createPageSite } from './pages/site.ts'
import { parseTrustedProxies } from './rate-limit/client-address.ts'
import { localLimiter, sharedLimiter } from './rate-limit/rate-limiter.ts'
import { onBillingBalanceLow } from './reactions/billing-balance-low.ts'
import { onBillingKeyCapNear } from './reactions/billing-key-cap-near.ts'
import { onBillingStatementClosed } from './reactions/billing-statement-closed.ts'
import { onSpoolClosed } from './reactions/spool-closed.ts'
import { openDocsSite } from './routes/guide/docs-site.ts'
import { endedDays, firstWrittenDay, maxLogBytes } from './request-log/kept-days.ts'
import { createRequestLog } from './request-log/request-log.ts'
import { createRequestReader } from './request-log/request-reader.ts'
import { routeTable } from './routes/route-table.ts'
import { localUrl } from './wire/body/form-body.ts'
import { dropRequestDays, trimRequestLog } from './store/request-store.ts'
import { forgetCallers, takeFromStore } from './store/rate-store.ts'
import { findReturnPage, forgetReturnPages } from './store/return-store.ts'
import type { Db, Tables } from './store/tables.ts'

/** The gateway as `runService` starts it. */
export const gatewayService = defineService<GatewayShape, GatewayInstance>({
  name: 'gateway',
  config: gatewayConfig,
  migrations: `${import.meta.dirname}/store/migrations`,
  build: buildInstance,
  front: buildFront,
})

/** How long a service has to say whether it can do its work, ms. */
const workCheckMs = 2_000

/** How long a page is kept that names where a browser goes on to, ms. */
const returnPageMs = 30 * 24 * 60 * 60 * 1000

/** Longest time of one statement of the request log, ms. */
const requestStatementMs = 2_000

/** Pause between an answer and what it leads to, ms. */
const answeredMs = 25

const clockMs = () => performance.now()

function buildInstance(context: BuildContext<GatewayShape>): GatewayInstance {
  const { environment, config, bus, pool, log, metrics, clock, ids } = context
  const db = createDatabase<Tables>(pool)
  const hash = tokenHasher(config.OUTTURN_KEY_PEPPER)
  const keys = keyDirectory({ pool, hash, clock, clockMs })
  const budget = budgetOf(config)
  const sessionTtlMs = environment === 'demo' ? budget.ttlMs : null
  const sessions = sandboxSessions({ pool, db, hash, clock, clockMs, budget })
  const grants = keyGrants({ db, hash, bus, sessionTtlMs })
  // Test keys stand for accounts of the demo environment alone.
  const testKeys = parseTestKeys(environment === 'demo' ? (config.OUTTURN_TEST_KEYS ?? '') : '', hash)
  const publicUrl = config.OUTTURN_PUBLIC_URL.replace(/\/+$/, '')
  const accounts = { db, keys, quota: config.RATE_QUOTA }
  const exchangeUrl = publicUrl + exchangeKey.path
  // A pool of its own: windows may be lost, must not wait for a flush, and must not wait behind anything else.
  const ratePool = createPool({
    connectionString: config.DATABASE_URL,
    schema: schemaName('gateway', environment),
    applicationName: 'gateway rate limit',
    max: 2,
    statementTimeoutMs: config.OUTTURN_RATE_STATEMENT_TIMEOUT_MS,
    poolWaitMs: Math.max(500, config.OUTTURN_RATE_STATEMENT_TIMEOUT_MS),
    settings: { synchronous_commit: 'off' },
    log,
  })
  const transport = openMailTransport({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    folder: config.OUTTURN_MAIL_FOLDER,
  })
  const displayName = config.SERVICE_SLUG.charAt(0).toUpperCase() + config.SERVICE_SLUG.slice(1)
  // After the answer has left, so that its time does not say whether there was something to send or to note.
  const afterAnswer = (act: () => Promise<unknown>) =>
    void setTimeout(() => void act().catch(onFailure), answeredMs).unref()
  const console: Console = {
    db,
    hash,
    keys,
    isSignUpOpen: config.OUTTURN_SIGN_UP === 'open',
    publicUrl: localUrl(publicUrl),
    allowsPlainProviders: config.OUTTURN_DEPLOYMENT !== 'production',
    relyingParty: {
      id: new URL(localUrl(publicUrl)).hostname,
      name: displayName,
      origins: [localUrl(publicUrl)],
    },
    mail: transport === null ? 'none' : config.SMTP_URL === undefined ? 'folder' : 'server',
    noteTries() {
      afterAnswer(async () => {
        if ((await noteWrongTries(db, clock.now())) > 0) await relay(clock.now())
      })
    },
    sendMails() {
      afterAnswer(() => relay(clock.now()))
    },
  }
  const render = consoleMails(console, {
    name: displayName,
    host: new URL(publicUrl).host,
    consoleUrl: localUrl(publicUrl),
  })
  const onFailure = (error: unknown) =>
    log.warn({ err: error }, 'a mail could not be handed to the mail server')
  // People have accounts in production alone.
  const notifier = { db, console: environment === 'production' ? console : null }
  const relay = (now: Date) => relayMail({ pool, transport, render, onFailure }, now)
  const limit = sharedLimiter({
    take: (demands) => takeFromStore(ratePool, demands),
    // In production a limit that cannot be checked is one that does not hold.
    fallback: config.OUTTURN_DEPLOYMENT === 'production' ? null : localLimiter({ nowMs: clockMs }),
    clockMs,
    onOutage: (error) => log.warn({ err: error }, 'the rate limit store cannot be asked'),
  })
  // A connection of its own: what is written behind the answers waits for nothing, and nothing waits for it.
  const requestPool = createPool({
    connectionString: config.DATABASE_URL,
    schema: schemaName('gateway', environment),
    applicationName: 'gateway request log',
    max: 1,
    statementTimeoutMs: requestStatementMs,
    poolWaitMs: requestStatementMs,
    settings: { synchronous_commit: 'off' },
    log,
  })
  const requestLog = createRequestLog({
    environment,
    pool: requestPool,
    hash,
    log,
    metrics,
  })

  const lostTime = createLostTimeWatch({ bus, clock, ids })
  return {
    environment,
    bus,
    requestLog,
    requests: createRequestReader({ db, requestLog, clock }),
    hashToken: hash,
    keys,
    grants,
    exchangeUrl,
    sessions,
    findReturn: (id) => findReturnPage(db, id),
    limit,
    console,
    quota: config.RATE_QUOTA,
    checks: {
      store: () => writeRow(pool),
      rate_limit: async () => void (await ratePool.query('select 1')),
      queue: () => bus.ping(),
    },
    failingWork: async () => {
      const deadline = clock.now().getTime() + workCheckMs
      const failing = await findFailingWork(bus, { deadline, requestId: ids.newId('request') })
      // Requests are refused for as long as erasures are known to be missing: what is told as ready answers them.
      if (lostTime.lacksErasures()) await lostTime.refresh()
      return failing
    },
    paymentLanes: () => {
      const deadline = clock.now().getTime() + 1_000
      return paymentLanes(bus, { deadline, requestId: ids.newId('request') })
    },
    lostTime,
    readiness: { erasures: async () => assertErasuresKnown(lostTime) },
    start: () => assertKnownPepper(db, hash, clock.now()).finally(() => lostTime.begin()),
    commands: [
      on(createAccount, handleCreateAccount(accounts)),
      on(listAccounts, handleListAccounts(accounts)),
      on(showAccount, handleShowAccount(accounts)),
      accountExport('gateway', pool, accountData),
      ...eraseOwnAccount(pool, keys),
      on(setQuota, handleSetQuota(accounts)),
      on(suspendAccount, handleSuspendAccount(accounts)),
      on(resumeAccount, handleResumeAccount(accounts)),
      on(reopenAccount, handleReopenAccount(accounts)),
      on(confirmDomain, handleConfirmDomain(console)),
      on(withdrawDomain, handleWithdrawDomain({ db })),
      on(createKey, handleCreateKey({ environment, db, hash, keys })),
      on(createOwnerGrant, handleCreateOwnerGrant({ environment, db, grants, exchangeUrl })),
      on(
        createSignInLink,
        handleCreateSignInLink({ environment, db, hash, consoleUrl: localUrl(publicUrl) }),
      ),
      on(revokeKey, handleRevokeKey({ db, keys })),
      on(listKeys, handleListKeys({ db })),
      on(findAccountOpenings, handleFindAccountOpenings({ db })),
      on(findActiveAccounts, handleFindActiveAccounts({ db, testKeys })),
      on(setReturnHosts, handleSetReturnHosts({ db })),
      on(arrangeReturns, handleArrangeReturns({ db, hash, publicUrl })),
    ],
    reactions: [
      onSpoolClosed({ db, keys }),
      onBillingBalanceLow(notifier),
      onBillingStatementClosed(notifier),
      onBillingKeyCapNear(notifier),
    ],
    sweepers: [
      every(5_000, 'lost-time', async () =>
        (await lostTime.refresh()) === null && !lostTime.lacksErasures() ? nothingSoon : null,
      ),
      every(30_000, 'note-key-uses', () => keys.flushUses()),
      ...(environment === 'production' ? consoleSweepers(db, relay) : []),
      every(60_000, 'forget-callers', () => forgetCallers(pool)),
      every(3_600_000, 'forget-sessions', (now) => sessions.sweep(now)),
      every(3_600_000, 'forget-grants', (now) => grants.sweep(now)),
      every(3_600_000, 'forget-return-pages', (now) =>
        forgetReturnPages(db, new Date(now.getTime() - returnPageMs)),
      ),
      every(3_600_000, 'forget-requests', async (now) => {
        const dropped = await dropRequestDays(pool, endedDays(now))
        const trimmed = await trimRequestLog(pool, maxLogBytes, firstWrittenDay(now))
        if (trimmed.length > 0)
          log.warn({ trimmed }, 'the request log was above its size: bodies were removed')
        return dropped + trimmed.length
      }),
    ],
    async stop() {
      await Promise.all([keys.flushUses(), requestLog.stop()])
      transport?.close()
      await Promise.all([ratePool.end(), requestPool.end()])
    },
  }
}

/** Mails that were queued are sent at once; the sweeper sends those whose process ended, and those to be tried again. */
function consoleSweepers(db: Db, relay: (now: Date) => Promise<number>): SweepPlan[] {
  return [
    every(5_000, 'send-mails', async (now) => ((await relay(now)) === 0 ? nothingSoon : null)),
    every(5_000, 'note-wrong-tries', async (now) => void (await noteWrongTries(db, now))),
    every(3_600_000, 'announce-key-ends', (now) => announceKeyEnds(db, now)),
    every(3_600_000, 'forget-notices', (now) => forgetNotices(db, now)),
    every(3_600_000, 'forget-sign-ins', (now) => forgetRequests(db, now)),
    every(3_600_000, 'forget-passkey-challenges', (now) => forgetChallenges(db, now)),
    every(3_600_000, 'forget-organisation-sign-ins', (now) => forgetSignIns(db, now)),
    every(3_600_000, 'forget-audit-entries', () => forgetActions(db)),
    every(3_600_000, 'forget-person-sessions', (now) => forgetSessions(db, now)),
  ]
}

export async function buildFront(context: FrontContext<GatewayShape, GatewayInstance>): Promise<Front> {
  const { config, instances, log, metrics, clock, ids, backpressure } = context
  const ended = metrics.counter(
    'body_readings_ended_total',
    'Large bodies that were refused unread, and threads that did not start, by what they exceeded.',
    ['cause'],
  )
  const bodies = createBodyReader({
    countEnded: (cause) => ended.inc({ cause }),
    threads: config.OUTTURN_BODY_THREADS,
    memoryMb: threadMemoryMb(config.OUTTURN_BODY_LIMIT_BYTES),
    timeoutMs: config.OUTTURN_BODY_TIMEOUT_MS,
  })
  const bundles = createBundleReader()
  const assets = await buildAssets()
  const site = createPageSite(config.SERVICE_SLUG, config.OUTTURN_PUBLIC_URL, assets)
  const server = createHttpServer({
    instances: hostedInstances(config.ENVIRONMENTS, instances),
    bodies,
    bundles,
    testKeys: parseTestKeys(config.OUTTURN_TEST_KEYS ?? '', tokenHasher(config.OUTTURN_KEY_PEPPER)),
    quota: config.RATE_QUOTA,
    routes: routeTable(config.SERVICE_SLUG, assets, config.OUTTURN_PUBLIC_URL, {
      securityContact: config.OUTTURN_SECURITY_CONTACT ?? null,
      quota: config.RATE_QUOTA,
      docs: config.OUTTURN_DOCS_FOLDER === undefined ? null : openDocsSite(config.OUTTURN_DOCS_FOLDER, site),
    }),
    publicUrl: config.OUTTURN_PUBLIC_URL,
    errorPage: (failure) => errorPage(site, failure),
    settings: {
      publicUrl: config.OUTTURN_PUBLIC_URL,
      bodyLimit: config.OUTTURN_BODY_LIMIT_BYTES,
      maxInFlight: config.OUTTURN_MAX_IN_FLIGHT,
      maxInFlightPerAddress: config.OUTTURN_MAX_IN_FLIGHT_PER_ADDRESS,
      maxLargeBodies: config.OUTTURN_MAX_LARGE_BODIES,
      maxLargeBodiesPerCaller: config.OUTTURN_MAX_LARGE_BODIES_PER_CALLER,
      largeAnswers: {
        most: config.OUTTURN_LARGE_ANSWERS_BYTES,
        mostOfCaller: config.OUTTURN_LARGE_ANSWERS_BYTES_PER_CALLER,
        leastBytesPerSecond: config.OUTTURN_LARGE_ANSWERS_LEAST_BYTES_PER_SECOND,
      },
      trustedProxies: parseTrustedProxies(config.OUTTURN_TRUSTED_PROXIES ?? ''),
      requestTimeoutMs: config.OUTTURN_REQUEST_TIMEOUT_MS,
      headersTimeoutMs: config.OUTTURN_HEADERS_TIMEOUT_MS,
      writeTimeoutMs: config.OUTTURN_WRITE_TIMEOUT_MS,
      maxConnections: config.OUTTURN_MAX_CONNECTIONS,
      maxConnectionsPerAddress: config.OUTTURN_MAX_CONNECTIONS_PER_ADDRESS,
    },
    clock,
    newUuid: ids.newUuid,
    log,
    metrics,
    isOverloaded: backpressure.overloaded,
  })
  return {
    async start() {
      await server.listen({ host: config.OUTTURN_HTTP_HOST, port: config.OUTTURN_HTTP_PORT })
      const { address, port } = server.server.address() as AddressInfo
      log.info({ address, port }, 'serving the interface')
    },
    leave: () => closeAfterAnswers(server),
    // Stops taking connections and waits for the requests in flight.
    async stop() {
      await server.close()
      await Promise.all([bodies.stop(), bundles.stop()])
    },
  }
}

function budgetOf(config: EnvironmentConfig<GatewayShape>): SandboxBudget {
  return {
    compiles: config.OUTTURN_SANDBOX_COMPILES,
    spools: config.OUTTURN_SANDBOX_SPOOLS,
    verifies: config.OUTTURN_SANDBOX_VERIFIES,
    dailyVerifies: config.OUTTURN_SANDBOX_DAILY_VERIFIES,
    dailyVerifiesPerAddress: config.OUTTURN_SANDBOX_DAILY_VERIFIES_PER_ADDRESS,
    ttlMs: config.OUTTURN_SANDBOX_TTL_SECONDS * 1_000,
    maxRows: config.OUTTURN_SANDBOX_MAX_ROWS,
    maxEvidenceBytes: config.OUTTURN_SANDBOX_MAX_EVIDENCE_BYTES,
  }
}
