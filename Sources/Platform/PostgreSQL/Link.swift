// SPDX-License-Identifier: Apache-2.0

import CLinux
import CPostgreSQL
import Glibc

/// A connection of libpq in pipeline mode, closed with its last reference.
///
/// libpq never waits itself: this thread waits for the socket, and no longer than until a deadline.
///
/// Safe: the pointer is what `PQconnectStartParams` made; it is closed once, by `deinit`, and every call
/// hands it, and memory that outlives the call, to libpq.
@safe
final class Link {
  private let pointer: OpaquePointer
  /// Whether the server warned since this was last set: a commit that a standby has not confirmed is
  /// told of in no other way.
  var hasWarned = false

  init(_ configuration: PostgreSQLConnection.Configuration) throws(PostgreSQLError) {
    let settings: [(String, String?)] = [
      ("dbname", configuration.address), ("password", configuration.password),
      ("client_encoding", "UTF8"), ("fallback_application_name", "portico"),
      // A machine that is gone is noticed within half a minute.
      ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
      ("tcp_user_timeout", "30000"),
    ]
    guard let made = unsafe Link.start(settings.filter { $0.1 != nil }) else {
      throw PostgreSQLError(.connection, "no memory for a connection")
    }
    unsafe pointer = made
    // A refusal has its SQLSTATE only in the text, and there only if that is verbose.
    _ = unsafe PQsetErrorVerbosity(pointer, PQERRORS_VERBOSE)
    let deadline = ContinuousClock.now + configuration.connectTimeout
    var step = PGRES_POLLING_WRITING
    while step != PGRES_POLLING_OK {
      guard unsafe PQstatus(pointer) != CONNECTION_BAD, step != PGRES_POLLING_FAILED else {
        throw PostgreSQLError(refusal: error().message)
      }
      try wait(reading: step == PGRES_POLLING_READING, before: deadline)
      step = unsafe PQconnectPoll(pointer)
    }
    guard unsafe PQserverVersion(pointer) >= 130_000 else {
      throw PostgreSQLError(.connection, "the server is older than PostgreSQL 13")
    }
    _ = unsafe PQsetErrorVerbosity(pointer, PQERRORS_DEFAULT)
    unsafe PQsetnonblocking(pointer, 1)
    hearWarnings()
  }

  deinit { unsafe PQfinish(pointer) }

  private static func start(_ settings: [(String, String?)]) -> OpaquePointer? {
    var names: [UnsafePointer<CChar>?] = unsafe settings.map { unsafe UnsafePointer(strdup($0.0)) }
    var values: [UnsafePointer<CChar>?] = unsafe settings.map {
      unsafe UnsafePointer(strdup($0.1 ?? ""))
    }
    unsafe names.append(nil)
    unsafe values.append(nil)
    defer {
      for index in 0...settings.count {
        unsafe free(UnsafeMutablePointer(mutating: names[index]))
        unsafe free(UnsafeMutablePointer(mutating: values[index]))
      }
    }
    return unsafe PQconnectStartParams(names, values, 1)
  }

  private func hearWarnings() {
    // Safe: the connection, which alone calls this, ends with this object.
    let place = unsafe Unmanaged.passUnretained(self).toOpaque()
    _ = unsafe PQsetNoticeReceiver(
      pointer,
      { place, result in
        guard let place = unsafe place, let severity = unsafe cpostgresql_severity(result),
          unsafe String(cString: severity) == "WARNING"
        else { return }
        unsafe Unmanaged<Link>.fromOpaque(place).takeUnretainedValue().hasWarned = true
      },
      place
    )
  }

  /// The error of the last call.
  func error(_ sql: String? = nil) -> PostgreSQLError {
    let words = unsafe PQerrorMessage(pointer).map { unsafe String(cString: $0) } ?? ""
    let line = words.split(separator: "\n").joined(separator: "; ")
    return PostgreSQLError(.connection, line.isEmpty ? "the connection broke" : line, sql: sql)
  }

  private func wait(
    reading: Bool,
    writing: Bool? = nil,
    before deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) {
    let events = (reading ? POLLIN : 0) | (writing ?? !reading ? POLLOUT : 0)
    var request = pollfd(fd: unsafe PQsocket(pointer), events: Int16(events), revents: 0)
    while true {
      let rest = ContinuousClock.now.duration(to: deadline)
      guard rest > .zero else { throw PostgreSQLError(.connection, "the server does not answer") }
      // Rounded up: a wait that ends before the deadline would be taken for a broken connection.
      let milliseconds = (rest + .microseconds(999)).milliseconds
      // Safe: the kernel writes to the one structure and keeps no pointer to it.
      let count = unsafe poll(&request, 1, Int32(clamping: milliseconds))
      if count > 0 { return }
      guard count == 0 || clinux_errno() == EINTR else {
        throw PostgreSQLError(.connection, "the socket cannot be waited for")
      }
    }
  }

  /// Lets the thread sleep before another connection is tried.
  static func pause(_ duration: Duration) {
    _ = poll(nil, 0, Int32(clamping: duration.milliseconds))
  }

  func enterPipeline() throws(PostgreSQLError) {
    guard unsafe PQenterPipelineMode(pointer) == 1 else { throw error() }
  }

  /// Runs a script outside pipeline mode.
  func run(_ script: String, before deadline: ContinuousClock.Instant) throws(PostgreSQLError) {
    guard unsafe PQexitPipelineMode(pointer) == 1, unsafe PQsendQuery(pointer, script) == 1 else {
      throw error(script)
    }
    var failure: PostgreSQLError?
    while let result = try next(before: deadline) { failure = failure ?? result.failure(script) }
    try enterPipeline()
    if let failure { throw failure }
  }

  func prepare(_ name: String, _ sql: String) throws(PostgreSQLError) {
    guard unsafe PQsendPrepare(pointer, name, sql, 0, nil) == 1 else { throw error(sql) }
  }

  func send(_ sql: String) throws(PostgreSQLError) {
    guard unsafe PQsendQueryParams(pointer, sql, 0, nil, nil, nil, nil, 1) == 1 else {
      throw error(sql)
    }
  }

  func send(prepared name: String, _ values: Parameters) throws(PostgreSQLError) {
    let isSent = unsafe values.withPointers { values, lengths, formats in
      unsafe PQsendQueryPrepared(
        pointer,
        name,
        Int32(clamping: values.count),
        values.baseAddress,
        lengths,
        formats,
        1
      ) == 1
    }
    guard isSent else { throw error(name) }
  }

  /// Ends a group of statements: an error before this point does not reach beyond it.
  func synchronize() throws(PostgreSQLError) {
    guard unsafe PQpipelineSync(pointer) == 1 else { throw error() }
  }

  /// Writes what is sent to the socket.
  func flush(before deadline: ContinuousClock.Instant) throws(PostgreSQLError) {
    while true {
      switch unsafe PQflush(pointer) {
      case 0: return
      case 1:
        try wait(reading: true, writing: true, before: deadline)
        guard unsafe PQconsumeInput(pointer) == 1 else { throw error() }
      default: throw error()
      }
    }
  }

  /// Lets the rows of the statement whose turn it is come one by one.
  func receiveRowsSingly() { _ = unsafe PQsetSingleRowMode(pointer) }

  /// Returns the next result; `nil` at the end of a statement.
  func next(before deadline: ContinuousClock.Instant) throws(PostgreSQLError) -> PostgreSQLResult? {
    while unsafe PQisBusy(pointer) == 1 {
      let isWriting = unsafe PQflush(pointer) == 1
      try wait(reading: true, writing: isWriting, before: deadline)
      guard unsafe PQconsumeInput(pointer) == 1 else { throw error() }
    }
    return unsafe PQgetResult(pointer).map { unsafe PostgreSQLResult($0) }
  }

  /// Waits until a deadline for notifications, and returns their texts.
  func notifications(
    before deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) -> [String] {
    while true {
      guard unsafe PQconsumeInput(pointer) == 1 else { throw error() }
      var texts: [String] = []
      while let notification = unsafe PQnotifies(pointer) {
        // Safe: libpq made the structure with its texts in one piece, which is freed here.
        unsafe texts.append(String(cString: notification.pointee.extra))
        unsafe PQfreemem(notification)
      }
      guard texts.isEmpty else { return texts }
      do throws(PostgreSQLError) {
        try wait(reading: true, before: deadline)
      } catch {
        guard ContinuousClock.now >= deadline, !isBroken else { throw error }
        return []
      }
    }
  }

  /// Whether the connection is known to be broken.
  var isBroken: Bool { unsafe PQstatus(pointer) == CONNECTION_BAD }
}
