// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TransportSecurity

/// An authority that signs certificates for tests, in a directory that goes with it.
final class TestAuthority: Sendable {
  enum KeyKind: Sendable {
    case p256
    case rsa(Int)

    var arguments: [String] {
      switch self {
      case .p256: ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
      case .rsa(let bits): ["-newkey", "rsa:\(bits)"]
      }
    }
  }

  /// When a certificate is good.
  enum Validity: Sendable {
    case present, past, future

    var dates: (from: String, until: String) {
      switch self {
      case .past: ("20200101000000Z", "20210101000000Z")
      case .present: ("20200101000000Z", "21200101000000Z")
      case .future: ("21100101000000Z", "21200101000000Z")
      }
    }
  }

  let directory: String
  let certificate: PEMSource
  private let count = Mutex(0)

  var certificateFile: String { "\(directory)/ca.pem" }

  init(_ name: String = "Test Authority") throws {
    let template = FileManager.default.temporaryDirectory.path
    directory = "\(template)/portico-tls-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: directory,
      withIntermediateDirectories: true
    )
    certificate = .file("\(directory)/ca.pem")
    let configuration = """
      [ca]
      default_ca = here
      [here]
      database = ./index.txt
      new_certs_dir = .
      rand_serial = yes
      default_md = sha256
      policy = any
      copy_extensions = copy
      unique_subject = no
      [any]
      commonName = supplied
      """
    try configuration.write(
      toFile: "\(directory)/ca.cnf",
      atomically: true,
      encoding: .utf8
    )
    try "".write(toFile: "\(directory)/index.txt", atomically: true, encoding: .utf8)
    try OpenSSLCommand.run(
      ["req", "-x509", "-nodes"] + KeyKind.p256.arguments
        + [
          "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=\(name)", "-days", "3650",
          "-addext", "basicConstraints=critical,CA:TRUE",
          "-addext", "keyUsage=critical,keyCertSign,cRLSign",
        ],
      in: directory
    )
  }

  deinit { remove() }

  func remove() { try? FileManager.default.removeItem(atPath: directory) }

  /// A new certificate for names such as `DNS:shop.example` and `IP:127.0.0.1`.
  func issue(
    _ names: [String],
    subject: String = "leaf",
    key: KeyKind = .p256,
    validity: Validity = .present
  ) throws -> TLSIdentity {
    try count.withLock { count in
      count += 1
      let stem = "leaf\(count)"
      var request =
        ["req", "-new", "-nodes"] + key.arguments
        + ["-keyout", "\(stem).key", "-out", "\(stem).csr", "-subj", "/CN=\(subject)"]
      if !names.isEmpty {
        request += ["-addext", "subjectAltName=\(names.joined(separator: ","))"]
      }
      try OpenSSLCommand.run(request, in: directory)
      try OpenSSLCommand.run(
        [
          "ca", "-batch", "-config", "ca.cnf", "-cert", "ca.pem", "-keyfile", "ca.key",
          "-notext", "-in", "\(stem).csr", "-out", "\(stem).pem",
          "-startdate", validity.dates.from, "-enddate", validity.dates.until,
        ],
        in: directory
      )
      return TLSIdentity(
        chainFile: "\(directory)/\(stem).pem",
        keyFile: "\(directory)/\(stem).key"
      )
    }
  }
}
