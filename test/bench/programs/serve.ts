import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseStrictJson } from '@outturn/canonical'
import fastify from 'fastify'
import pg from 'pg'
import { type VerifiedDelivery, verifyInProcess } from './verify-in-process.ts'

/** Serves POST /api/v1/verify on loopback with one durable transaction per request. */
export async function serveProgram(
  record: (pool: pg.Pool, delivery: VerifiedDelivery) => Promise<void>,
): Promise<void> {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 })
  await pool.query(await readFile(fileURLToPath(new URL('./schema.sql', import.meta.url)), 'utf8'))
  const server = fastify({ bodyLimit: 8 * 1024 * 1024 })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    done(null, parseStrictJson(body))
  })
  server.post('/api/v1/verify', async (request, reply) => {
    const delivery = verifyInProcess(request.body)
    await record(pool, delivery)
    return reply.code(201).type('application/json').send(delivery.reply)
  })
  await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
  process.once('SIGTERM', () => {
    void server.close().then(() => pool.end())
  })
}
