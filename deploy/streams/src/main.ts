// Makes the streams and consumers as the bus user `deploy`, and makes them again when they are gone or store nothing any more.
import { busUserName } from '@outturn/contracts'
import { keepStreams, natsTls } from '@outturn/messaging'
import { ConfigError, createLog, printableConfig, readConfig } from '@outturn/service'
import { serveStreamProbes } from '@outturn/service/stream-probes'
import { streamsConfig } from './config.ts'

try {
  const config = readConfig(streamsConfig)
  if (process.argv.includes('--check-config')) {
    process.stdout.write(`${printableConfig(streamsConfig, config)}\n`)
  } else {
    await keep(config)
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}

async function keep(config: ReturnType<typeof readConfig<typeof streamsConfig.shape>>): Promise<void> {
  const kept = await keepStreams({
    servers: config.NATS_URL,
    user: busUserName('deploy', 'production'),
    password: config.OUTTURN_NATS_PASSWORD,
    tls: natsTls(config),
    environments: config.ENVIRONMENTS,
    replicas: config.OUTTURN_STREAM_REPLICAS,
    log: createLog('streams', { level: config.OUTTURN_LOG_LEVEL }),
  })
  // Answers only once the streams exist: services that need them wait for it.
  const probes = await serveStreamProbes(kept, {
    host: config.OUTTURN_INTERNAL_HOST,
    port: config.OUTTURN_INTERNAL_PORT,
  })
  const stop = async () => {
    await probes.close()
    await kept.stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
}
