{{/* Variables of a process; takes a dict of root, name, process and own (its values). */}}
{{- define "outturn.env" -}}
{{- $root := .root }}
{{- range .process.env }}
{{- if or (not .environment) (has .environment $root.Values.environments) }}
- name: {{ .name }}
  value: {{ tpl .value $root | quote }}
{{- end }}
{{- end }}
{{- if and .process.usesNats $root.Values.nats.tls.secret }}
- name: NATS_CA_FILE
  value: /run/tls/nats/ca.crt
{{- if $root.Values.nats.tls.clientCertificate }}
- name: NATS_CERT_FILE
  value: /run/tls/nats/tls.crt
- name: NATS_KEY_FILE
  value: /run/tls/nats/tls.key
{{- end }}
{{- end }}
{{- if and .process.isService $root.Values.tracing.endpoint }}
- name: POD_NAME
  valueFrom:
    fieldRef:
      fieldPath: metadata.name
- name: NODE_NAME
  valueFrom:
    fieldRef:
      fieldPath: spec.nodeName
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ $root.Values.tracing.endpoint | quote }}
- name: OTEL_TRACES_SAMPLER
  value: {{ $root.Values.tracing.sampler | quote }}
- name: OTEL_TRACES_SAMPLER_ARG
  value: {{ $root.Values.tracing.samplerArgument | quote }}
- name: OTEL_RESOURCE_ATTRIBUTES
  value: k8s.namespace.name={{ $root.Release.Namespace }},k8s.pod.name=$(POD_NAME),k8s.node.name=$(NODE_NAME),service.version={{ $root.Values.image.tag | default $root.Chart.AppVersion }}
{{- end }}
{{- range $variable, $value := .own.env }}
- name: {{ $variable }}
  value: {{ include "outturn.text" $value | quote }}
{{- end }}
{{- range $variable, $key := .own.secretFiles }}
- name: {{ $variable }}_FILE
  value: /run/secrets/{{ $key }}
{{- end }}
{{- end }}

{{/* A value as a text: a number of YAML is a float, which would be written with an exponent. */}}
{{- define "outturn.text" -}}
{{- if kindIs "float64" . -}}
{{- if eq (floor .) . }}{{ int64 . }}{{ else }}{{ . }}{{ end -}}
{{- else -}}
{{ . }}
{{- end -}}
{{- end }}

{{- define "outturn.volumeMounts" -}}
{{- if .process.keepsLogFloor }}
- name: log-floor
  mountPath: /floor
{{- end }}
- name: tmp
  mountPath: /tmp
{{- if .process.hasSecrets }}
- name: secrets
  mountPath: /run/secrets
  readOnly: true
{{- end }}
{{- if and .process.usesNats .root.Values.nats.tls.secret }}
- name: nats-tls
  mountPath: /run/tls/nats
  readOnly: true
{{- end }}
{{- if and .process.usesPostgres .root.Values.postgres.caSecret }}
- name: postgres-ca
  mountPath: /run/tls/postgres
  readOnly: true
{{- end }}
{{- if .process.signingKeys }}
{{- if .root.Values.signingKeys.existingClaim }}
- name: keys
  mountPath: /keys
  readOnly: {{ eq .process.signingKeys "read" }}
{{- else }}
{{- range .root.Values.environments }}
- name: keys-{{ . }}
  mountPath: /keys/{{ . }}
  readOnly: true
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "outturn.volumes" -}}
{{- if .process.keepsLogFloor }}
- name: log-floor
  persistentVolumeClaim:
    claimName: {{ .root.Values.logFloor.existingClaim | default (printf "%s-log-floor" (include "outturn.fullname" .root)) }}
{{- end }}
- name: tmp
  emptyDir:
    medium: Memory
    sizeLimit: 64Mi
{{- if .process.hasSecrets }}
- name: secrets
  secret:
    secretName: {{ include "outturn.secretName" . }}
    defaultMode: 0440
{{- end }}
{{- if and .process.usesNats .root.Values.nats.tls.secret }}
- name: nats-tls
  secret:
    secretName: {{ .root.Values.nats.tls.secret }}
    defaultMode: 0440
{{- end }}
{{- if and .process.usesPostgres .root.Values.postgres.caSecret }}
- name: postgres-ca
  secret:
    secretName: {{ .root.Values.postgres.caSecret }}
    defaultMode: 0440
    items:
      - key: ca.crt
        path: ca.crt
{{- end }}
{{- if .process.signingKeys }}
{{- if .root.Values.signingKeys.existingClaim }}
- name: keys
  persistentVolumeClaim:
    claimName: {{ .root.Values.signingKeys.existingClaim }}
    readOnly: {{ eq .process.signingKeys "read" }}
{{- else }}
{{- $root := .root }}
{{- range .root.Values.environments }}
- name: keys-{{ . }}
  secret:
    secretName: {{ get $root.Values.signingKeys.secrets . | default (printf "%s-signing-keys-%s" (include "outturn.secretPrefix" $root) .) }}
    defaultMode: 0440
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Members of the spec of every pod: whose it is, what it may not do, and where it runs. */}}
{{- define "outturn.podSpec" -}}
serviceAccountName: {{ include "outturn.processName" . }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "outturn.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop:
    - ALL
{{- end }}

{{/* Spread over zones and nodes; each rollout by itself. */}}
{{- define "outturn.spread" -}}
topologySpreadConstraints:
{{- $selector := include "outturn.selectorLabels" . }}
{{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- $selector | nindent 8 }}
    matchLabelKeys:
      - pod-template-hash
{{- end }}
{{- end }}

{{- define "outturn.podLabels" -}}
{{ include "outturn.labels" . }}
{{- with .root.Values.podLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Whether the number of processes is decided by an autoscaler. */}}
{{- define "outturn.isScaled" -}}
{{- if and .process.scaling (ne .root.Values.autoscaling.mode "none") }}true{{ end -}}
{{- end }}
