// SPDX-License-Identifier: Apache-2.0

/// Permission for one call under a backend's limit.
///
/// It cannot be lost or returned twice: it is not copyable, and returns itself when it is dropped,
/// on any thread.
struct Permit: ~Copyable {
  private let gate: AdmissionGate
  private var priority: CallPriority
  private var sample = ConcurrencyLimit.Sample.nothing

  /// Only a gate makes permits, one for each call that its limit has let through.
  init(of gate: AdmissionGate, _ priority: CallPriority) {
    self.gate = gate
    self.priority = priority
  }

  deinit { gate.takeBack(sample, of: priority) }

  /// Lets another upload through, since the body of this one has come.
  mutating func uploaded() {
    guard priority == .upload else { return }
    priority = .required
    gate.uploaded()
  }

  /// Returns the permit with what the call has shown of the backend's load.
  consuming func end(_ sample: ConcurrencyLimit.Sample) { self.sample = sample }
}
