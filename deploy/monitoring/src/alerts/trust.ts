import { type Alert, steady } from '../rules/alert.ts'

const team = 'trust'
const production = { environment: 'production' }

/** Keys, certificates, receipts and their log. */
export const trustAlerts: readonly Alert[] = [
  {
    name: 'OutturnSigningStopped',
    expr: 'max by (environment) (outturn_signing_keys_missing) > 0',
    for: '1m',
    severity: 'page',
    team,
    summary: 'Signing signs nothing in {{ $labels.environment }} for {{ $value }} purposes.',
    inhibits: 'symptoms',
    fires: {
      series: { 'outturn_signing_keys_missing{service="signing",environment="production"}': steady(1) },
      after: '2m',
      alerts: [
        {
          labels: { environment: 'production' },
          summary: 'Signing signs nothing in production for 1 purposes.',
        },
      ],
    },
    silent: {
      series: { 'outturn_signing_keys_missing{service="signing",environment="production"}': steady(0) },
      after: '5m',
    },
  },
  {
    name: 'OutturnRestoredFromBackup',
    expr: 'max by (environment) (outturn_restored) > 0',
    for: '0m',
    severity: 'page',
    team,
    summary:
      'The database of {{ $labels.environment }} has less of the log than was given out: nothing is signed until an operator decides.',
    inhibits: 'symptoms',
    standsAlone: true,
    fires: {
      series: { 'outturn_restored{service="signing",environment="production"}': steady(1) },
      after: '1m',
      alerts: [
        {
          labels: production,
          summary:
            'The database of production has less of the log than was given out: nothing is signed until an operator decides.',
        },
      ],
    },
    silent: {
      series: { 'outturn_restored{service="signing",environment="production"}': steady(0) },
      after: '5m',
    },
  },
  {
    name: 'OutturnLogBehind',
    expr: 'max by (environment) (outturn_log_checkpoint_age_seconds) > seconds(2m) and on (environment) max by (environment) (outturn_log_pending) > 0',
    for: '2m',
    severity: 'page',
    team,
    summary:
      'Receipts of {{ $labels.environment }} wait for their place in the log; its checkpoint is {{ $value | humanizeDuration }} old.',
    isSymptom: true,
    fires: {
      series: {
        'outturn_log_checkpoint_age_seconds{service="signing",environment="production"}': '0+60x30',
        'outturn_log_pending{service="signing",environment="production"}': steady(3),
      },
      after: '6m',
      alerts: [
        {
          labels: production,
          summary: 'Receipts of production wait for their place in the log; its checkpoint is 6m 0s old.',
        },
      ],
    },
    // Without receipts there is nothing to sign, and the checkpoint grows old.
    silent: {
      series: {
        'outturn_log_checkpoint_age_seconds{service="signing",environment="production"}': '0+60x90',
        'outturn_log_pending{service="signing",environment="production"}': steady(0),
      },
      after: '60m',
    },
  },
  {
    name: 'OutturnKeyOld',
    expr: 'max by (environment, purpose) (outturn_key_age_seconds) > seconds(400d)',
    for: '1h',
    severity: 'ticket',
    team,
    summary:
      'The key of {{ $labels.environment }} for {{ $labels.purpose }} has signed for {{ $value | humanizeDuration }}.',
    fires: {
      series: { 'outturn_key_age_seconds{environment="production",purpose="receipt"}': steady(36_000_000) },
      after: '62m',
      alerts: [
        {
          labels: { ...production, purpose: 'receipt' },
          summary: 'The key of production for receipt has signed for 416d 16h 0m 0s.',
        },
      ],
    },
    silent: {
      series: { 'outturn_key_age_seconds{environment="production",purpose="receipt"}': steady(30_000_000) },
      after: '70m',
    },
  },
  {
    name: 'OutturnRootSignatureOld',
    expr: 'max by (environment) (outturn_key_document_root_signature_age_seconds) > seconds(35d) or max by (environment) (outturn_key_document_root_signed) == 0',
    for: '1h',
    severity: 'ticket',
    team,
    summary:
      'The root key has not signed the key document of {{ $labels.environment }} since its last change, or for more than a month.',
    fires: {
      series: {
        'outturn_key_document_root_signature_age_seconds{environment="production"}': steady(600),
        'outturn_key_document_root_signed{environment="production"}': steady(0),
      },
      after: '62m',
      alerts: [
        {
          labels: production,
          summary:
            'The root key has not signed the key document of production since its last change, or for more than a month.',
        },
      ],
    },
    silent: {
      series: {
        'outturn_key_document_root_signature_age_seconds{environment="production"}': steady(600),
        'outturn_key_document_root_signed{environment="production"}': steady(1),
      },
      after: '70m',
    },
  },
  {
    name: 'OutturnCertificateEnding',
    // A date, which no drill shortens.
    expr: 'min by (service, certificate) (outturn_certificate_end_timestamp_seconds) - time() < 21 * 86400',
    for: '1h',
    severity: 'ticket',
    team: 'platform',
    summary:
      'A certificate of {{ $labels.service }} ({{ $labels.certificate }}) ends in {{ $value | humanizeDuration }}.',
    fires: {
      series: {
        'outturn_certificate_end_timestamp_seconds{service="spool",certificate="NATS_CERT_FILE"}':
          steady(868_080),
      },
      after: '68m',
      alerts: [
        {
          labels: { service: 'spool', certificate: 'NATS_CERT_FILE' },
          summary: 'A certificate of spool (NATS_CERT_FILE) ends in 10d 0h 0m 0s.',
        },
      ],
    },
    silent: {
      series: {
        'outturn_certificate_end_timestamp_seconds{service="spool",certificate="NATS_CERT_FILE"}':
          steady(3_000_000),
      },
      after: '70m',
    },
  },
  {
    name: 'OutturnCertificateEndsNow',
    expr: 'min by (service, certificate) (outturn_certificate_end_timestamp_seconds) - time() < 2 * 86400',
    for: '5m',
    severity: 'page',
    team: 'platform',
    summary:
      'A certificate of {{ $labels.service }} ({{ $labels.certificate }}) ends in {{ $value | humanizeDuration }}.',
    fires: {
      series: {
        'outturn_certificate_end_timestamp_seconds{service="spool",certificate="NATS_CERT_FILE"}':
          steady(86_880),
      },
      after: '8m',
      alerts: [
        {
          labels: { service: 'spool', certificate: 'NATS_CERT_FILE' },
          summary: 'A certificate of spool (NATS_CERT_FILE) ends in 1d 0h 0m 0s.',
        },
      ],
    },
    silent: {
      series: {
        'outturn_certificate_end_timestamp_seconds{service="spool",certificate="NATS_CERT_FILE"}':
          steady(864_000),
      },
      after: '10m',
    },
  },
]
