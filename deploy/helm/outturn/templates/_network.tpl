{{/* Public addresses by these ports: none of a private network, of this machine, or of the metadata of a cloud. */}}
{{- define "outturn.internet" -}}
- to:
    - ipBlock:
        cidr: 0.0.0.0/0
        except:
          - 0.0.0.0/8
          - 10.0.0.0/8
          - 100.64.0.0/10
          - 127.0.0.0/8
          - 169.254.0.0/16
          - 172.16.0.0/12
          - 192.168.0.0/16
    - ipBlock:
        cidr: ::/0
        except:
          - ::1/128
          - fc00::/7
          - fe80::/10
  ports:
    {{- range . }}
    - port: {{ . }}
    {{- end }}
{{- end }}

{{/* Whether a setting is chosen for the demo alone, where its name has DEMO_ in it. */}}
{{- define "outturn.hasDemo" -}}
{{- $demo := ternary (printf "OUTTURN_DEMO_%s" (trimPrefix "OUTTURN_" .setting)) (printf "DEMO_%s" .setting) (hasPrefix "OUTTURN_" .setting) -}}
{{- if hasKey .chosen $demo }}true{{ end -}}
{{- end }}
