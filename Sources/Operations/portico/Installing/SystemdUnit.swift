// SPDX-License-Identifier: Apache-2.0

/// The systemd units of the gateway.
///
/// The service may open internet and Unix sockets, read the site, and write its state and runtime
/// folders; it needs no capability, since systemd opens the ports below 1024 for it.
enum SystemdUnit: String {
  case service, socket
  /// A template for the nodes of fleets, each with options of its own.
  case node

  var text: String {
    switch self {
    case .service:
      """
      [Unit]
      Description=Portico, a content delivery gateway
      Documentation=man:portico(1)
      After=network-online.target
      Wants=network-online.target

      [Service]
      Type=notify
      NotifyAccess=main
      ExecStart=/usr/local/bin/portico serve --site /srv/portico --state /var/lib/portico --admin unix:/run/portico/admin.sock
      ExecReload=/bin/kill -HUP $MAINPID
      Restart=on-failure
      LimitNOFILE=1048576

      User=portico
      DynamicUser=yes
      StateDirectory=portico
      StateDirectoryMode=0700
      RuntimeDirectory=portico
      UMask=0077
      CapabilityBoundingSet=
      NoNewPrivileges=yes
      KeyringMode=private
      LockPersonality=yes
      MemoryDenyWriteExecute=yes
      PrivateDevices=yes
      PrivateMounts=yes
      PrivateTmp=yes
      ProcSubset=pid
      ProtectClock=yes
      ProtectControlGroups=yes
      ProtectHome=yes
      ProtectHostname=yes
      ProtectKernelLogs=yes
      ProtectKernelModules=yes
      ProtectKernelTunables=yes
      ProtectProc=invisible
      ProtectSystem=strict
      RemoveIPC=yes
      RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
      RestrictNamespaces=yes
      RestrictRealtime=yes
      RestrictSUIDSGID=yes
      SystemCallArchitectures=native
      SystemCallErrorNumber=EPERM
      SystemCallFilter=@system-service
      SystemCallFilter=~@privileged @resources
      SystemCallFilter=setpriority

      [Install]
      WantedBy=multi-user.target

      """
    case .node:
      SystemdUnit.service.text
        .replacing(
          "Description=Portico, a content delivery gateway",
          with: "Description=Node %i of a fleet of Portico"
        )
        .replacing(
          "--site /srv/portico --state /var/lib/portico --admin unix:/run/portico/admin.sock",
          with: "--options /etc/portico/%i.json5 --node %i --state /var/lib/portico-%i"
            + " --admin unix:/run/portico-%i/admin.sock"
        )
        .replacing("StateDirectory=portico\n", with: "StateDirectory=portico-%i\n")
        .replacing("RuntimeDirectory=portico\n", with: "RuntimeDirectory=portico-%i\n")
    case .socket:
      """
      [Unit]
      Description=Where Portico listens

      [Socket]
      ListenStream=80
      ReusePort=yes
      Backlog=4096

      [Install]
      WantedBy=sockets.target

      """
    }
  }
}
