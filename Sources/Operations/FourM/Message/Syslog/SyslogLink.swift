// SPDX-License-Identifier: Apache-2.0

import Bytes
import Reactor

/// A connection, or a datagram socket, to a syslog server.
protocol SyslogLink: AnyObject {
  /// Sends messages from the front, as many as the socket accepts now. A call after one that was
  /// blocked begins with the same message.
  func send(_ messages: ArraySlice<[UInt8]>) -> SyslogProgress

  /// The messages that were sent last and did not reach the server's machine, as far as that is known.
  var unconfirmed: ArraySlice<[UInt8]> { get }

  func close()
}

extension SyslogLink {
  var unconfirmed: ArraySlice<[UInt8]> { [] }
}

/// The result of sending messages.
struct SyslogProgress {
  enum State {
    case ready
    /// Nothing more can be sent now; the owner is called when that changes.
    case blocked
    /// The next message cannot be sent at all.
    case refused(String)
    /// The connection or socket cannot be used any more.
    case broken(String)
  }

  /// The number of messages that were sent.
  var sent: Int
  var state: State
}

/// Messages as datagrams, one in each (RFC 5426).
final class DatagramLink: SyslogLink {
  private let socket: DatagramSocket

  init(_ socket: DatagramSocket) { self.socket = socket }

  func send(_ messages: ArraySlice<[UInt8]>) -> SyslogProgress {
    var progress = SyslogProgress(sent: 0, state: .ready)
    for message in messages {
      switch socket.send(message) {
      case .sent: progress.sent += 1
      case .blocked:
        progress.state = .blocked
        return progress
      case .tooLarge:
        progress.state = .refused("a message of \(message.count) bytes is too long for a datagram")
        return progress
      case .failed(let error):
        progress.state = .broken("\(error)")
        return progress
      }
    }
    return progress
  }

  func close() { socket.close() }
}

/// Messages behind their lengths in a stream (RFC 6587 section 3.4.1).
final class StreamLink: SyslogLink, ChannelOwner {
  private let channel: Channel
  private let writable: () -> Void
  private let broken: (String) -> Void
  private var output = ByteBuffer()
  /// The bytes of the first message that are written.
  private var written = 0
  /// The messages that were written last, of which some may not have arrived; as many as a socket's
  /// buffer holds.
  private var latest: ArraySlice<[UInt8]> = []
  private var latestBytes = 0

  /// - Parameters:
  ///   - writable: called when messages can be sent again.
  ///   - broken: called when the server has ended the connection.
  init(
    _ channel: Channel,
    writable: @escaping () -> Void,
    broken: @escaping (String) -> Void
  ) {
    self.channel = channel
    self.writable = writable
    self.broken = broken
    channel.owner = self
  }

  func send(_ messages: ArraySlice<[UInt8]>) -> SyslogProgress {
    let frames = messages.map { Array("\($0.count) ".utf8) + $0 }
    output.removeAll()
    for (number, frame) in frames.enumerated() {
      output.append(number == 0 ? Array(frame.dropFirst(written)) : frame)
    }
    let before = output.count
    let flush = channel.write(&output)
    written += before - output.count
    var sent = 0
    for frame in frames where written >= frame.count {
      written -= frame.count
      sent += 1
      latestBytes += frame.count
    }
    latest += messages.prefix(sent)
    forgetConfirmed()
    switch flush {
    case .done: return SyslogProgress(sent: sent, state: .ready)
    case .blocked: return SyslogProgress(sent: sent, state: .blocked)
    case .failed(let failure): return SyslogProgress(sent: sent, state: .broken("\(failure)"))
    }
  }

  var unconfirmed: ArraySlice<[UInt8]> {
    forgetConfirmed()
    return latest
  }

  /// Forgets the messages of which the other side has confirmed all bytes.
  private func forgetConfirmed() {
    // A part of the next message is unconfirmed too.
    let unconfirmed = max(0, channel.unconfirmedBytes - written)
    while let first = latest.first, latestBytes - StreamLink.bytes(of: first) >= unconfirmed {
      latestBytes -= StreamLink.bytes(of: first)
      latest.removeFirst()
    }
  }

  /// The bytes of a message behind its length.
  private static func bytes(of message: [UInt8]) -> Int {
    "\(message.count) ".utf8.count + message.count
  }

  func close() {
    channel.finishWriting()
    channel.close()
  }

  func channelOpened() {}

  func channelWritable() { writable() }

  /// Discards what the server sends: the protocol has no answers.
  func channelReadable() {
    var input = ByteBuffer()
    while true {
      input.removeAll()
      switch channel.read(into: &input) {
      case .bytes: continue
      case .wait: return
      case .end: return broken("the server has closed the connection")
      case .failed(let failure): return broken("\(failure)")
      }
    }
  }

  func channelFailed(_ failure: StreamFailure) { broken("\(failure)") }
}
