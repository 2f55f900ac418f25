// Makes the streams and consumers as the bus user `deploy`, and makes them again when NATS comes back without them.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { environments } from '@outturn/vocabulary'
import { busUserName } from '@outturn/contracts'
import { keepStreams } from '@outturn/messaging'
import { pino } from 'pino'

const probePort = 9090

const kept = await keepStreams({
  servers: process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222',
  user: busUserName('deploy', 'production'),
  password: (
    await readFile(process.env['OUTTURN_NATS_PASSWORD_FILE'] ?? '/run/secrets/nats-deploy', 'utf8')
  ).trim(),
  environments,
  log: pino({ name: 'keep-streams' }),
})
// Answers only once the streams exist: services that need them wait for it.
const probe = createServer((_request, response) => response.end('ready\n')).listen(probePort, '127.0.0.1')

const stop = async () => {
  probe.close()
  await kept.stop()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
