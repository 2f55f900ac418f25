import { chosen, type Page, panel, quantiles, rate } from './page.ts'

const verifies = 'method="POST",route=~"/api/v1/verify(/x402)?|/api/v1/spools/:id/verify"'

const overview: Page = {
  uid: 'outturn-overview',
  title: 'Outturn / Overview',
  description: 'Whether callers are served: objectives, traffic, times and errors.',
  rows: [
    {
      title: 'Objectives',
      panels: [
        panel(
          'Budget left',
          'percentunit',
          'Share of the error budget of 28 days that is left, by objective. Below 0 the objective is missed.',
          '1 - avg_over_time(outturn:slo_errors:ratio_rate1h[28d]) / on (slo) (1 - outturn:slo_objective)',
          '{{slo}}',
        ),
        panel(
          'Burn rate',
          'none',
          'How many times faster than allowed the budget is used within an hour. 14.4 pages.',
          'outturn:slo_errors:ratio_rate1h / on (slo) (1 - outturn:slo_objective)',
          '{{slo}}',
        ),
        panel(
          'Services without a process',
          'short',
          'Services of which no process answers. Normally none.',
          'count(outturn:service_expected unless on (service) (up{job="outturn"} == 1)) or vector(0)',
          'absent',
        ),
      ],
    },
    {
      title: 'Traffic',
      panels: [
        panel(
          'Verifications',
          'reqps',
          'Verifications that were answered, by class of status.',
          `sum by (status) (${rate('outturn_http_request_seconds_count', verifies)})`,
          '{{status}}',
        ),
        quantiles(
          'Time of a verification',
          'Time to answer a verification that succeeded. The objective is a second for 99 of 100.',
          'outturn_http_request_seconds',
          `${verifies},status="2xx"`,
        ),
        panel(
          'Failed requests',
          'reqps',
          'Requests that were answered with a status from 500, by route.',
          `sum by (route) (${rate('outturn_http_request_seconds_count', 'status="5xx"')})`,
          '{{route}}',
        ),
        panel(
          'Requests under way',
          'short',
          'Requests that the gateways have not answered yet.',
          'sum by (instance) (outturn_http_in_flight)',
          '{{instance}}',
        ),
        panel(
          'Refused for load',
          'ops',
          'Requests and connections that were refused, by bound. The bounds of single callers are among them.',
          `sum by (bound) (${rate('outturn_http_refused_total')})`,
          '{{bound}}',
        ),
        panel(
          'Shed commands',
          'ops',
          'Commands that services refused because they had too much under way. Normally none.',
          `sum by (service) (${rate('outturn_commands_total', `outcome="shed",${chosen}`)})`,
          '{{service}}',
        ),
      ],
    },
  ],
}

const queues: Page = {
  uid: 'outturn-queues',
  title: 'Outturn / Queues and workers',
  description: 'What waits for a worker, and what the workers do.',
  rows: [
    {
      title: 'Queues',
      panels: [
        panel(
          'Waiting messages',
          'short',
          'Messages of each queue that wait or are worked on.',
          `max by (queue) (outturn_queue_waiting{${chosen}})`,
          '{{queue}}',
        ),
        panel(
          'Oldest message',
          's',
          'Age of the oldest message of each queue. Above five minutes pages.',
          `max by (queue) (outturn_queue_oldest_seconds{${chosen}})`,
          '{{queue}}',
        ),
        panel(
          'Deliveries',
          'ops',
          'Deliveries of events and jobs by how they ended.',
          `sum by (queue, outcome) (${rate('outturn_deliveries_total', chosen)})`,
          '{{queue}} {{outcome}}',
        ),
        panel(
          'Dead letters',
          'short',
          'Messages that were given up and wait for an operator. Normally none.',
          `max by (service, queue) (outturn_dead_letters_waiting{${chosen}})`,
          '{{service}} {{queue}}',
        ),
      ],
    },
    {
      title: 'Workers',
      panels: [
        quantiles(
          'Wait for a thread',
          'Time that runs wait for a thread of their lane.',
          'outturn_lane_wait_seconds',
          '',
          'lane',
        ),
        panel(
          'Runs',
          'ops',
          'Runs by how they ended.',
          `sum by (end) (${rate('outturn_runs_total')})`,
          '{{end}}',
        ),
        panel(
          'Ended threads',
          'ops',
          'Evaluation threads that were ended with their run, by cause.',
          `sum by (cause) (${rate('outturn_evaluation_threads_ended_total')})`,
          '{{cause}}',
        ),
        panel(
          'Processes',
          'short',
          'Processes of each service that answer.',
          'count by (service) (up{job="outturn"} == 1)',
          '{{service}}',
        ),
        panel(
          'Processor of verification',
          'percentunit',
          'Processors that each worker uses. It is scaled at 0.6 of what it requests.',
          rate('process_cpu_seconds_total', 'service="verification"'),
          '{{instance}}',
        ),
      ],
    },
  ],
}

const stores: Page = {
  uid: 'outturn-stores',
  title: 'Outturn / Stores',
  description: 'Postgres, its archive and backups, the outbox, and NATS.',
  rows: [
    {
      title: 'Postgres',
      panels: [
        panel(
          'Connections of the pools',
          'short',
          'Connections of each service by state. `awaited` are callers that wait for one: normally none.',
          `sum by (service, state) (outturn_postgres_connections{${chosen}})`,
          '{{service}} {{state}}',
        ),
        panel(
          'Connections of the server',
          'percentunit',
          'Share of the connections that Postgres takes. Above 0.8 is a ticket.',
          'max(outturn_postgres_server_connections) / min(outturn_postgres_max_connections)',
          'used',
        ),
        quantiles(
          'Time of a statement',
          'Time of statements, by service.',
          'outturn_postgres_statement_seconds',
          chosen,
          'service',
        ),
        panel(
          'Slowest statements',
          's',
          'Mean time of the ten statements that take most of the time.',
          `topk(10, sum by (service, statement) (${rate('outturn_postgres_statement_seconds_sum', chosen)})) / on (service, statement) sum by (service, statement) (${rate('outturn_postgres_statement_seconds_count', chosen)})`,
          '{{service}} {{statement}}',
        ),
        panel(
          'Size of the database',
          'bytes',
          'Size of the database with all its schemas.',
          'max(outturn_postgres_database_bytes)',
          'database',
        ),
        panel(
          'Archive failures',
          'ops',
          'Segments of the write-ahead log that could not be archived. Normally none.',
          `max(${rate('outturn_postgres_archive_failures_total')})`,
          'failed',
        ),
        panel(
          'Free space',
          'bytes',
          'Space on the disks of Postgres and NATS, where the kubelet or node_exporter measure it.',
          'outturn:disk_available_bytes',
          '{{volume}}',
        ),
        panel(
          'Age of the backup',
          's',
          'Time since the last verified base backup. Above 26 hours pages.',
          'time() - max(outturn_backup_completed_timestamp_seconds)',
          'backup',
        ),
      ],
    },
    {
      title: 'Events and NATS',
      panels: [
        panel(
          'Oldest event',
          's',
          'Age of the oldest event whose effect not every service has recorded. Above five minutes pages.',
          `max by (service) (outturn_outbox_oldest_seconds{${chosen}})`,
          '{{service}}',
        ),
        panel(
          'Waiting events',
          'short',
          'Events whose effect not every service has recorded.',
          `max by (service) (outturn_outbox_waiting{${chosen}})`,
          '{{service}}',
        ),
        panel(
          'Connected to NATS',
          'none',
          '1 while every process of a service is connected.',
          `min by (service) (outturn_bus_connected{${chosen}})`,
          '{{service}}',
        ),
        panel(
          'Cannot work',
          'short',
          'Parts that a service needs and that fail now. Normally none.',
          `sum by (service, part, reason) (outturn_work_failing{${chosen}})`,
          '{{service}} {{part}} {{reason}}',
        ),
      ],
    },
  ],
}

const money: Page = {
  uid: 'outturn-money',
  title: 'Outturn / Money',
  description: 'The ledger, charges, payments and settlements.',
  rows: [
    {
      title: 'Ledger',
      panels: [
        panel(
          'Sum of the ledger',
          'short',
          'Sum of all entries in micros. It is 0; anything else pages at once.',
          `max by (environment) (outturn_ledger_sum_micros{${chosen}})`,
          '{{environment}}',
        ),
        panel(
          'Accounts that drift',
          'short',
          'Accounts whose funds are other than the ledger says. Normally none.',
          `max by (environment) (outturn_ledger_drifting_accounts{${chosen}})`,
          '{{environment}}',
        ),
        panel(
          'Waiting charges',
          'short',
          'Charges of runs that have not ended, by reason.',
          `max by (why) (outturn_charges_waiting{${chosen}})`,
          '{{why}}',
        ),
      ],
    },
    {
      title: 'Payments',
      panels: [
        panel(
          'Payments',
          'ops',
          'Payments that came into a state.',
          `sum by (lane, state) (${rate('outturn_payments_total', chosen)})`,
          '{{lane}} {{state}}',
        ),
        panel(
          'Open purchases',
          's',
          'Age of the oldest credit pack that is paid for and not granted. Above 15 minutes pages.',
          `max by (environment) (outturn_purchases_open_oldest_seconds{${chosen}})`,
          '{{environment}}',
        ),
        panel(
          'Anomalies of payments',
          'short',
          'Payments that do not agree with the records, by rail. Normally none.',
          `max by (rail) (outturn_payment_anomalies_open{${chosen}})`,
          '{{rail}}',
        ),
      ],
    },
    {
      title: 'Settlement',
      panels: [
        panel(
          'Open settlements',
          'short',
          'Settlements that have not ended, by lane and state.',
          `max by (lane, state) (outturn_settlement_state_count{${chosen}})`,
          '{{lane}} {{state}}',
        ),
        panel(
          'Owed',
          'short',
          'Micros that verdicts determined and no leg has paid. It falls when legs are paid.',
          `max by (environment) (outturn_settlement_owed_micros{${chosen}})`,
          '{{environment}}',
        ),
        panel(
          'Oldest settlement',
          's',
          'Age of the oldest settlement in each state.',
          `max by (lane, state) (outturn_settlement_oldest_open_seconds{${chosen}})`,
          '{{lane}} {{state}}',
        ),
        panel(
          'Imbalance',
          'short',
          'Difference between the books and what is due and paid, in micros. It is 0.',
          `max by (environment) (outturn_settlement_imbalance_micros{${chosen}})`,
          '{{environment}}',
        ),
        panel(
          'Anomalies of settlements',
          'short',
          'Open anomalies by kind. Normally none.',
          `max by (kind) (outturn_settlement_anomalies_open{${chosen}})`,
          '{{kind}}',
        ),
      ],
    },
  ],
}

const trust: Page = {
  uid: 'outturn-trust',
  title: 'Outturn / Trust',
  description: 'Receipts, keys and the transparency log.',
  rows: [
    {
      title: 'Receipts',
      panels: [
        panel(
          'Issued receipts',
          'ops',
          'Receipts that signing was asked for and answered.',
          `sum by (environment) (${rate('outturn_commands_seconds_count', `command="signing.issue-receipt",${chosen}`)})`,
          '{{environment}}',
        ),
        panel(
          'Refusals of signing',
          'ops',
          'Commands that signing refused, by command and code.',
          `sum by (command, code) (${rate('outturn_commands_refused_total', `service="signing",${chosen}`)})`,
          '{{command}} {{code}}',
        ),
        panel(
          'Restored from a backup',
          'none',
          '1 while nothing is signed because the database has less of the log than was given out.',
          `max by (environment) (outturn_restored{${chosen}})`,
          '{{environment}}',
        ),
      ],
    },
    {
      title: 'Keys',
      panels: [
        panel(
          'Purposes without a key',
          'short',
          'Purposes that nothing is signed for. Normally none.',
          `max by (environment) (outturn_signing_keys_missing{${chosen}})`,
          '{{environment}}',
        ),
        panel(
          'Age of keys',
          's',
          'Time for which the active key of each purpose has signed. They are rotated once a year.',
          `max by (purpose) (outturn_key_age_seconds{${chosen}})`,
          '{{purpose}}',
        ),
        panel(
          'Root signature',
          's',
          'Time since a root key signed the key document. It is signed once a month where a root key is used.',
          `max by (environment) (outturn_key_document_root_signature_age_seconds{${chosen}})`,
          '{{environment}}',
        ),
        panel(
          'Certificates',
          's',
          'Time until the certificates of connections end. Below three weeks is a ticket.',
          'min by (service, certificate) (outturn_certificate_end_timestamp_seconds) - time()',
          '{{service}} {{certificate}}',
        ),
      ],
    },
    {
      title: 'Log',
      panels: [
        panel(
          'Size of the log',
          'short',
          'Leaves of the transparency log.',
          `max by (environment) (outturn_log_size{${chosen}})`,
          '{{environment}}',
        ),
        panel(
          'Pending leaves',
          'short',
          'Leaves that no signed checkpoint covers. They are covered within seconds.',
          `max by (environment) (outturn_log_pending{${chosen}})`,
          '{{environment}}',
        ),
        panel(
          'Age of the checkpoint',
          's',
          'Time since a checkpoint was signed. It grows while there is nothing to sign.',
          `max by (environment) (outturn_log_checkpoint_age_seconds{${chosen}})`,
          '{{environment}}',
        ),
      ],
    },
  ],
}

/** What one process does, for the service that is asked for. */
const processRows = (service: string): Page['rows'] => {
  const own = `service=~"${service}"`
  return [
    {
      title: 'Process',
      panels: [
        panel(
          'Processor',
          'percentunit',
          'Processors that each process uses. 1 is one whole processor.',
          rate('process_cpu_seconds_total', own),
          '{{service}} {{instance}}',
        ),
        panel(
          'Delay of the event loop',
          's',
          'Longest delay but one in a hundred. Above 200 ms new writes are refused.',
          `nodejs_eventloop_lag_p99_seconds{${own}}`,
          '{{service}} {{instance}}',
        ),
        panel(
          'Memory',
          'bytes',
          'Resident memory of each process.',
          `process_resident_memory_bytes{${own}}`,
          '{{service}} {{instance}}',
        ),
        panel(
          'Heap',
          'bytes',
          'Memory of JavaScript objects.',
          `nodejs_heap_size_used_bytes{${own}}`,
          '{{service}} {{instance}}',
        ),
        panel(
          'Garbage collection',
          'percentunit',
          'Share of the time that goes into the collection of garbage.',
          `sum by (service, instance) (${rate('nodejs_gc_duration_seconds_sum', own)})`,
          '{{service}} {{instance}}',
        ),
        panel(
          'Open files',
          'short',
          'Files and connections that are open.',
          `process_open_fds{${own}}`,
          '{{service}} {{instance}}',
        ),
        panel(
          'Starts',
          'short',
          'Starts of processes within an hour. More than one for each rollout is a process that ends by itself.',
          `sum by (service) (changes(process_start_time_seconds{${own}}[1h]))`,
          '{{service}}',
        ),
        panel(
          'Recurring tasks',
          'ops',
          'Turns of recurring tasks that failed. Normally none.',
          `sum by (service, sweep) (${rate('outturn_sweeps_total', `outcome="failed",${own}`)})`,
          '{{service}} {{sweep}}',
        ),
      ],
    },
  ]
}

const processes: Page = {
  uid: 'outturn-processes',
  title: 'Outturn / Processes',
  description: 'Processor, memory and event loop of every process.',
  rows: processRows('$service'),
}

/** A page for one service: its commands, its statements and its processes. */
function servicePage(service: string): Page {
  const own = `service="${service}",${chosen}`
  return {
    uid: `outturn-service-${service}`,
    title: `Outturn / Service ${service}`,
    description: `What ${service} is asked for, how long it takes, and its processes.`,
    rows: [
      {
        title: 'Work',
        panels: [
          panel(
            'Commands',
            'ops',
            'Commands by how they ended.',
            `sum by (outcome) (${rate('outturn_commands_total', own)})`,
            '{{outcome}}',
          ),
          quantiles(
            'Time of a command',
            'Time to answer a command, also with a refusal.',
            'outturn_commands_seconds',
            own,
          ),
          panel(
            'Slowest commands',
            's',
            'What 95 of 100 calls of each command take, for the ten slowest.',
            `topk(10, histogram_quantile(0.95, sum by (le, command) (${rate('outturn_commands_seconds_bucket', own)})))`,
            '{{command}}',
          ),
          panel(
            'Refusals',
            'ops',
            'Commands that were refused, by code.',
            `sum by (command, code) (${rate('outturn_commands_refused_total', own)})`,
            '{{command}} {{code}}',
          ),
          quantiles(
            'Time of a statement',
            'Time of statements in Postgres.',
            'outturn_postgres_statement_seconds',
            own,
          ),
          panel(
            'Cannot work',
            'short',
            'Parts that it needs and that fail now. Normally none.',
            `sum by (part, reason) (outturn_work_failing{${own}})`,
            '{{part}} {{reason}}',
          ),
        ],
      },
      ...processRows(service),
    ],
  }
}

/** Every dashboard: six of the whole system, and one for each service. */
export function allPages(services: readonly string[]): Page[] {
  return [overview, queues, stores, money, trust, processes, ...services.map(servicePage)]
}
