import { type DeployedProcess, deployedProcesses, sharedSettings } from '@outturn/model'
import { Document, isMap, isPair, isScalar, Pair, Scalar, visit } from 'yaml'
import {
  allSecretFiles,
  composeProcess,
  processDefaults,
  readyFirst,
  settingVariables,
} from './compose-process.ts'
import { composeServers } from './compose-servers.ts'

const header = ` Rendered from deploy/model by \`npm run render:deployment\`; change it there.

 Once:      npm run secrets
 Start:     docker compose up --build --detach --wait
 Operate:   docker compose run --rm operator account create NAME
 Scale:     docker compose up --detach --scale verification=4
 Stop:      docker compose down`

/** docker-compose.yml: Postgres, NATS, and every process of the deployment. */
export function renderComposeFile(): string {
  const content = {
    'x-process': processDefaults,
    'x-settings': settingVariables(sharedSettings),
    'x-ready': readyFirst,
    services: {
      ...Object.fromEntries(composeServers.map(({ name, service }) => [name, service])),
      ...Object.fromEntries(deployedProcesses.map((process) => [process.name, composeProcess(process)])),
    },
    networks: { internal: { internal: true }, edge: {}, outside: {} },
    volumes: Object.fromEntries(
      ['postgres', 'nats', 'keys', 'floor'].map((name) => [name, { name: `outturn_${name}` }]),
    ),
    secrets: allSecretFiles(),
  }
  // Compose reads YAML 1.1, in which more texts need quotes.
  const document = new Document(content, { version: '1.1', aliasDuplicateObjects: false })
  document.commentBefore = header
  shareDefaults(document)
  comment(document)
  visit(document, {
    Seq: (_, list) => {
      list.flow = list.items.every((item) => isScalar(item))
    },
  })
  return document.toString({ lineWidth: 140, flowCollectionPadding: false, defaultStringType: 'PLAIN' })
}

/** The members that many services share are written once, and merged into each. */
function shareDefaults(document: Document): void {
  for (const name of ['process', 'settings', 'ready']) {
    const shared = document.get(`x-${name}`, true)
    if (isMap(shared)) shared.anchor = name
  }
  for (const process of deployedProcesses) {
    const service = document.getIn(['services', process.name], true)
    if (!isMap(service)) continue
    merge(document, service, 'process')
    if (process.hasSharedSettings) merge(document, service.get('environment', true), 'settings')
    if (startsWhenReady(process)) merge(document, service.get('depends_on', true), 'ready')
  }
}

function startsWhenReady({ after }: DeployedProcess): boolean {
  return Object.keys(readyFirst).every((name) => after.some(({ of }) => of === name))
}

function merge(document: Document, into: unknown, anchor: string): void {
  const shared = document.get(`x-${anchor}`, true)
  if (!isMap(into) || !isMap(shared)) throw new Error(`${anchor} has nothing to be merged into`)
  into.items.unshift(new Pair(new Scalar('<<'), document.createAlias(shared)))
}

function comment(document: Document): void {
  const texts: Readonly<Record<string, string>> = {
    'networks.internal': 'Has no way out of this machine.',
    'networks.edge': 'Callers reach the gateway through it.',
    'networks.outside': 'Only the fetcher reads foreign addresses.',
    ...Object.fromEntries(
      deployedProcesses.flatMap(({ name, description }) =>
        description === undefined ? [] : [[`services.${name}`, description]],
      ),
    ),
  }
  for (const [path, text] of Object.entries(texts)) {
    const [group = '', name = ''] = path.split('.')
    keyOf(document.get(group, true), name).commentBefore = ` ${text}`
  }
  for (const name of ['x-settings', 'x-ready', 'services', 'networks', 'volumes', 'secrets'])
    keyOf(document.contents, name).spaceBefore = true
  const services = document.get('services', true)
  if (isMap(services))
    for (const { key } of services.items.slice(1)) if (isScalar(key)) key.spaceBefore = true
}

function keyOf(map: unknown, name: string): Scalar {
  const pairs = isMap(map) ? map.items : []
  const key = pairs.find((pair) => isPair(pair) && isScalar(pair.key) && pair.key.value === name)?.key
  if (!isScalar(key)) throw new Error(`There is no ${name} to comment`)
  return key
}
