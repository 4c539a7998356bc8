// SPDX-License-Identifier: Apache-2.0

import Glibc
import Measure
import Serving
import Signals

/// The metrics of the process and its machine, by the names that Prometheus' clients use.
extension AdminState {
  fileprivate typealias Observation = SignalRegistry.Observation

  func declareProcess(in registry: SignalRegistry) throws(SignalFault) {
    try registry.observe(
      "portico_build_info",
      "The version that runs, and what it was built with.",
      .info,
      labels: ["version", "architecture"]
    ) { [Observation([Release.version, AdminState.architecture], 1)] }
    try registry.observe(
      "target_info",
      "The service, by the attributes that OpenTelemetry gives a resource.",
      .info,
      labels: ["service_name", "service_version", "telemetry_sdk_language"]
    ) { [Observation(["portico", Release.version, "swift"], 1)] }
    try declareProcessFigures(in: registry)
    try declarePressure(in: registry)
  }

  static var architecture: String {
    #if arch(arm64)
    "arm64"
    #else
    "amd64"
    #endif
  }

  private func declareProcessFigures(in registry: SignalRegistry) throws(SignalFault) {
    typealias Read = @Sendable (ProcessFigures) -> Int?
    func add(
      _ name: String,
      _ help: String,
      _ kind: SignalKind = .gauge,
      _ unit: SignalUnit = .none,
      _ read: @escaping Read
    ) throws(SignalFault) {
      try registry.observe(name, help, kind, unit: unit) {
        ProcessFigures.now.flatMap(read).map { [Observation([], $0)] } ?? []
      }
    }
    try add(MetricName.processorTime, "Processor time used.", .counter, .seconds) {
      $0.cpuNanoseconds
    }
    try add(MetricName.residentMemory, "Resident memory.", .gauge, .bytes) { $0.residentBytes }
    try add("process_virtual_memory_bytes", "Address space.", .gauge, .bytes) { $0.virtualBytes }
    try add("process_threads", "Threads.") { $0.threads }
    try add("process_start_time_seconds", "Start in seconds since 1970.", .gauge, .seconds) {
      $0.startNanoseconds
    }
    try add(MetricName.openDescriptors, "Open files and sockets.") { $0.openDescriptors }
    try add(MetricName.mostDescriptors, "The most open files and sockets there may be.") {
      $0.maximumDescriptors
    }
    try registry.observe(
      MetricName.loopWaits,
      "Times that an event loop has waited for work. Waking one costs processor time, too.",
      .counter
    ) {
      ThreadFigures.waits(ofThreadsNamed: "loop-").map { [Observation([], $0)] } ?? []
    }
  }

  /// Declares the shares of time in which something waited for a resource, where the kernel has
  /// them.
  private func declarePressure(in registry: SignalRegistry) throws(SignalFault) {
    guard PressureFigures.isKnown else { return }
    try registry.observe(
      "portico_pressure_ratio",
      "Share of the last 10 seconds in which some tasks of the machine, or all, waited for a"
        + " resource.",
      .gauge,
      unit: .ratio,
      labels: ["resource", "kind"]
    ) {
      PressureFigures.all.map { Observation([$0.resource, $0.kind], $0.millionths) }
    }
    try registry.observe(
      "process_pressure_waiting_seconds_total",
      "Time since the machine's start in which some tasks, or all, waited for a resource.",
      .counter,
      unit: .seconds,
      labels: ["resource", "kind"]
    ) {
      PressureFigures.all.map { Observation([$0.resource, $0.kind], $0.totalNanoseconds) }
    }
  }
}
