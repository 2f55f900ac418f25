import { type Environment, environments } from '@outturn/vocabulary'
import {
  absent,
  readLogCheckpoint,
  readLogCheckpointOf,
  readLogTile,
  readLogTilesOf,
  readNumberedCheckpointOf,
  readNumberedTilesOf,
} from '@outturn/contracts'
import { readTilePath, TILE_WIDTH, type TileAddress } from '@outturn/transparency-log'
import { LRUCache } from 'lru-cache'
import { type Answer, type Call, serve, type Route } from '../../http/route.ts'
import type { GatewayInstance } from '../../deps.ts'
import { asPublic } from '../bus-call.ts'

/** A tile never changes once it is there, a partial one included: what is added makes another one. */
const immutable = { 'cache-control': 'public, max-age=31536000, immutable' }
const forMoments = { 'cache-control': 'public, max-age=2' }

/** The transparency log of each environment, in the layout of C2SP tlog-tiles. */
export function logRoutes(): readonly Route[] {
  return environments.flatMap((environment) => {
    const readTile = createTileReader(environment)
    const tiles = [...readLogTilesOf(environment), ...readNumberedTilesOf(environment)]
    const checkpoints = [readLogCheckpointOf(environment), readNumberedCheckpointOf(environment)]
    return [
      ...checkpoints.map((checkpoint) => checkpointRoute(checkpoint, environment)),
      ...tiles.map((tile) => serve(tile, readTile)),
    ]
  })
}

function checkpointRoute(endpoint: ReturnType<typeof readLogCheckpointOf>, environment: Environment): Route {
  return serve(endpoint, async (call) => {
    const { bus } = hosted(call, environment)
    const { checkpoint: note } = await bus.request(readLogCheckpoint, logOf(call), asPublic(call))
    return { status: 200, body: note, contentType: 'text/plain; charset=utf-8', headers: forMoments }
  })
}

/** The number of the log in the address; the first log has none there. */
function logOf({ params }: Call): { readonly log?: number } {
  const { log } = params
  if (log === undefined) return {}
  if (/^[1-9]\d{0,14}$/.test(log) && Number(log) > 2) return { log: Number(log) }
  throw absent('There is no such log.', {
    remediation: 'Read the key document: the last part of the name of a log is its number.',
  })
}

/** Most full tiles that are kept; a full bundle of entries has some 60 KB. */
const mostKept = 64

function createTileReader(environment: Environment): (call: Call) => Promise<Answer> {
  const kept = new LRUCache<string, Uint8Array>({ max: mostKept })

  async function read(call: Call, path: string, tile: TileAddress): Promise<Uint8Array> {
    const number = logOf(call)
    const name = `${number.log ?? ''}/${path}`
    const known = kept.get(name)
    if (known !== undefined) return known
    const { bus } = hosted(call, environment)
    const answer = await bus.request(readLogTile, { ...tile, ...number }, asPublic(call))
    const bytes = Buffer.from(answer.tile, 'base64')
    if (tile.width === TILE_WIDTH) kept.set(name, bytes)
    return bytes
  }

  return async (call) => {
    const { level = '', first, second, third, index } = call.params
    const path = ['tile', level, first, second, third, index].filter((part) => part !== undefined).join('/')
    const tile = readTilePath(path)
    if (tile === undefined) {
      throw absent('There is no such tile in the log.', {
        remediation: 'Read the checkpoint for the size of the log, and ask for a tile within it.',
      })
    }
    const body = await read(call, path, tile)
    return { status: 200, body, contentType: 'application/octet-stream', headers: immutable }
  }
}

function hosted({ instances }: Call, environment: Environment): GatewayInstance {
  const instance = instances.of(environment)
  if (instance === undefined)
    throw absent(`This deployment does not host the log of ${environment}.`, {
      remediation: 'Ask for the log at the deployment that issued the receipt.',
    })
  return instance
}
