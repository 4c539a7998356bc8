// SPDX-License-Identifier: Apache-2.0
//
// The state of a session, reached without the run-time check that a class property costs at every
// access: with a dozen fields a request those checks were a sixth of its time. What they check holds
// by construction. A session lives on one loop. While the delegate is called, a field block may be
// borrowed or a frame half written, and the calls that the delegate may make then touch neither:
// `receive`, `emit`, `abandon` and `releaseIdleMemory`, which would, refuse to run from within.

import Bytes

// Safe, all of them: `state` is one initialised value from `init` to `deinit`.
extension HTTP2Session {
  var delegate: (any HTTP2Delegate)? {
    _read { yield unsafe state.pointee.delegate }
    _modify { yield unsafe &state.pointee.delegate }
  }

  /// Fault that ended the session, once it has ended.
  package internal(set) var fault: HTTP2Fault? {
    _read { yield unsafe state.pointee.fault }
    _modify { yield unsafe &state.pointee.fault }
  }

  var hasFailed: Bool {
    get { unsafe state.pointee.hasFailed }
    set { unsafe state.pointee.hasFailed = newValue }
  }

  /// The loop's clock in whole seconds, from any start; to be set before a call.
  package var now: UInt32 {
    get { unsafe state.pointee.now }
    set { unsafe state.pointee.now = newValue }
  }

  package internal(set) var counters: HTTP2Counters {
    _read { yield unsafe state.pointee.counters }
    _modify { yield unsafe &state.pointee.counters }
  }

  var budgets: Budgets {
    _read { yield unsafe state.pointee.budgets }
    _modify { yield unsafe &state.pointee.budgets }
  }

  var streams: StreamTable {
    _read { yield unsafe state.pointee.streams }
    _modify { yield unsafe &state.pointee.streams }
  }

  var closedStreams: ClosedStreams {
    _read { yield unsafe state.pointee.closedStreams }
    _modify { yield unsafe &state.pointee.closedStreams }
  }

  var lastPeerStream: HTTP2StreamID {
    _read { yield unsafe state.pointee.lastPeerStream }
    _modify { yield unsafe &state.pointee.lastPeerStream }
  }

  var block: HeaderBlock {
    _read { yield unsafe state.pointee.block }
    _modify { yield unsafe &state.pointee.block }
  }

  var blockIndex: Int {
    _read { yield unsafe state.pointee.blockIndex }
    _modify { yield unsafe &state.pointee.blockIndex }
  }

  var blockBytes: Int {
    _read { yield unsafe state.pointee.blockBytes }
    _modify { yield unsafe &state.pointee.blockBytes }
  }

  var blockContinuations: Int {
    _read { yield unsafe state.pointee.blockContinuations }
    _modify { yield unsafe &state.pointee.blockContinuations }
  }

  var names: NameValueList {
    _read { yield unsafe state.pointee.names }
    _modify { yield unsafe &state.pointee.names }
  }

  var output: ByteBuffer {
    _read { yield unsafe state.pointee.output }
    _modify { yield unsafe &state.pointee.output }
  }

  var outputLimit: Int {
    _read { yield unsafe state.pointee.outputLimit }
    _modify { yield unsafe &state.pointee.outputLimit }
  }

  var scanner: FrameScanner {
    _read { yield unsafe state.pointee.scanner }
    _modify { yield unsafe &state.pointee.scanner }
  }
}
