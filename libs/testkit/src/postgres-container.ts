import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

const image = 'postgres:18'
const password = 'test'

/** A Postgres in a container for machines without binaries; undefined where no Docker engine answers. */
export async function postgresContainer(): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  const { GenericContainer, getContainerRuntimeClient } = await import('testcontainers')
  const engine = await getContainerRuntimeClient().catch(() => undefined)
  if (engine === undefined) return undefined
  const container = await new GenericContainer(image)
    .withEnvironment({ POSTGRES_PASSWORD: password })
    .withCommand(['postgres', '-c', 'max_connections=500'])
    .withExposedPorts(5432)
    .start()
  const url = `postgres://postgres:${password}@${container.getHost()}:${container.getMappedPort(5432)}/postgres`
  await untilConnectable(url)
  return {
    url,
    stop: async () => {
      await container.stop()
    },
  }
}

async function untilConnectable(url: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (attempt === 300) throw error
      await sleep(100)
    }
  }
}
