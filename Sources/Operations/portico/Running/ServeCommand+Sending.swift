// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import Message
import Reactor
import Serving

/// The options for what is sent to other hosts.
extension ServeCommand {
  static let sendingOptions = [
    Option(
      "otlp URL",
      "Send traces, logs and metrics by OTLP/HTTP to the collector at this address, such as"
        + " http://localhost:4318; with the fields of OTEL_EXPORTER_OTLP_HEADERS"
    ),
    Option("otlp-format FORMAT", "Send it protobuf or json", fallback: "protobuf"),
    Option(
      "otlp-signal SIGNAL",
      "Send it only traces, logs or metrics",
      fallback: "all three",
      repeats: true
    ),
    Option(
      "send-share PERCENT",
      "Send this percentage of the requests that succeeded to other hosts; those that"
        + " failed, were degraded or slow are all sent",
      fallback: "100"
    ),
  ]

  static func otlp(_ arguments: Arguments) throws(UsageError) -> CollectorSettings? {
    try arguments.check("otlp-format", "otlp-signal", need: "otlp")
    guard let text = arguments.value("otlp") else { return nil }
    let target: OTLPTarget
    do throws(PlainError) {
      target = try OTLPTarget(text)
    } catch {
      throw UsageError("--otlp: \(error)")
    }
    let format = try arguments.value("otlp-format", expected: "protobuf or json") {
      OTLPFormat(rawValue: $0)
    }
    let signals = try arguments.values("otlp-signal", expected: "traces, logs or metrics") {
      OTLPSignal(rawValue: $0)
    }
    let headers: [OTLPHeader]
    do throws(PlainError) {
      headers = try OTLPHeader.list(ProcessEnvironment.all[OTLPHeader.variable] ?? "")
    } catch {
      throw UsageError("\(error)")
    }
    return CollectorSettings(
      target: target,
      format: format ?? .protobuf,
      signals: Set(signals.isEmpty ? OTLPSignal.allCases : signals),
      headers: headers
    )
  }
}
