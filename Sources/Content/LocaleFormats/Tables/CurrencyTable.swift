// SPDX-License-Identifier: Apache-2.0
// Made by `swift run locale-tables` from CLDR 46.0 as Foundation's ICU has it, © Unicode, Inc., SPDX Unicode-3.0.
// swift-format-ignore-file

/// Currencies, and their symbols by language.
enum CurrencyTable {
  /// The currencies in use.
  static let codes = """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN
    BZD CAD CDF CHF CLP CNY COP CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL
    GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF
    KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR
    MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG
    SEK SGD SHP SLE SLL SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU
    UZS VEF VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
    """

  /// Fraction digits other than two.
  static let digits = """
    AFN=0 ALL=0 BHD=3 BIF=0 CLP=0 COP=0 DJF=0 GNF=0 IDR=0 IQD=0 IRR=0 ISK=0 JOD=3 JPY=0 KMF=0 KPW=0
    KRW=0 KWD=3 LAK=0 LBP=0 LYD=3 MGA=0 MMK=0 OMR=3 PKR=0 PYG=0 RSD=0 RWF=0 SLL=0 SOS=0 SYP=0 TND=3
    UGX=0 VND=0 VUV=0 XAF=0 XOF=0 XPF=0 YER=0
    """

  /// Countries, each with its currency.
  static let countries = """
    AD=EUR AE=AED AF=AFN AG=XCD AI=XCD AL=ALL AM=AMD AO=AOA AR=ARS AS=USD AT=EUR AU=AUD AW=AWG
    AX=EUR AZ=AZN BA=BAM BB=BBD BD=BDT BE=EUR BF=XOF BG=EUR BH=BHD BI=BIF BJ=XOF BL=EUR BM=BMD
    BN=BND BO=BOB BQ=USD BR=BRL BS=BSD BT=BTN BV=NOK BW=BWP BY=BYN BZ=BZD CA=CAD CC=AUD CD=CDF
    CF=XAF CG=XAF CH=CHF CI=XOF CK=NZD CL=CLP CM=XAF CN=CNY CO=COP CR=CRC CU=CUP CV=CVE CW=XCG
    CX=AUD CY=EUR CZ=CZK DE=EUR DJ=DJF DK=DKK DM=XCD DO=DOP DZ=DZD EC=USD EE=EUR EG=EGP EH=MAD
    ER=ERN ES=EUR ET=ETB FI=EUR FJ=FJD FK=FKP FM=USD FO=DKK FR=EUR GA=XAF GB=GBP GD=XCD GE=GEL
    GF=EUR GG=GBP GH=GHS GI=GIP GL=DKK GM=GMD GN=GNF GP=EUR GQ=XAF GR=EUR GS=GBP GT=GTQ GU=USD
    GW=XOF GY=GYD HK=HKD HM=AUD HN=HNL HR=EUR HT=HTG HU=HUF ID=IDR IE=EUR IL=ILS IM=GBP IN=INR
    IO=USD IQ=IQD IR=IRR IS=ISK IT=EUR JE=GBP JM=JMD JO=JOD JP=JPY KE=KES KG=KGS KH=KHR KI=AUD
    KM=KMF KN=XCD KP=KPW KR=KRW KW=KWD KY=KYD KZ=KZT LA=LAK LB=LBP LC=XCD LI=CHF LK=LKR LR=LRD
    LS=LSL LT=EUR LU=EUR LV=EUR LY=LYD MA=MAD MC=EUR MD=MDL ME=EUR MF=EUR MG=MGA MH=USD MK=MKD
    ML=XOF MM=MMK MN=MNT MO=MOP MP=USD MQ=EUR MR=MRU MS=XCD MT=EUR MU=MUR MV=MVR MW=MWK MX=MXN
    MY=MYR MZ=MZN NA=NAD NC=XPF NE=XOF NF=AUD NG=NGN NI=NIO NL=EUR NO=NOK NP=NPR NR=AUD NU=NZD
    NZ=NZD OM=OMR PA=PAB PE=PEN PF=XPF PG=PGK PH=PHP PK=PKR PL=PLN PM=EUR PN=NZD PR=USD PS=ILS
    PT=EUR PW=USD PY=PYG QA=QAR RE=EUR RO=RON RS=RSD RU=RUB RW=RWF SA=SAR SB=SBD SC=SCR SD=SDG
    SE=SEK SG=SGD SH=SHP SI=EUR SJ=NOK SK=EUR SL=SLE SM=EUR SN=XOF SO=SOS SR=SRD SS=SSP ST=STN
    SV=USD SX=XCG SY=SYP SZ=SZL TC=USD TD=XAF TF=EUR TG=XOF TH=THB TJ=TJS TK=NZD TL=USD TM=TMT
    TN=TND TO=TOP TR=TRY TT=TTD TV=AUD TW=TWD TZ=TZS UA=UAH UG=UGX UM=USD US=USD UY=UYU UZ=UZS
    VA=EUR VC=XCD VE=VES VG=USD VI=USD VN=VND VU=VUV WF=XPF WS=WST XK=EUR YE=YER YT=EUR ZA=ZAR
    ZM=ZMW ZW=ZWG
    """

  /// Locales, each with symbols that differ from its parent's; `~` narrow ones.
  static let symbols = """
    und: AFN~jh AMD~ji AOA~jj ARS~g8 AUD=jk AUD~g8 AZN~jl BAM~jm BBD~g8 BDT~jn BMD~g8 BND~g8 BOB~jo
    BRL=jp BRL~jp BSD~g8 BWP~jq BZD~g8 CAD=jr CAD~g8 CLP~g8 CNY=js CNY~jt COP~g8 CRC~ju CUC~g8
    CUP~g8 CZK~jv DKK~jw DOP~g8 EGP~jx EUR=jy EUR~jy FJD~g8 FKP~jz GBP=jz GBP~jz GEL~k0 GHS~k1
    GIP~jz GNF~k2 GTQ~k3 GYD~g8 HKD=k4 HKD~g8 HNL~k5 HRK~k6 HUF~k7 IDR~k8 ILS=k9 ILS~k9 INR=ka
    INR~ka ISK~jw JMD~g8 JPY=kb JPY~jt KGS~kc KHR~kd KMF~ke KPW~kf KRW=kf KRW~kf KYD~g8 KZT~kg
    LAK~kh LBP~ki LKR~kj LRD~g8 MGA~kk MMK~kl MNT~km MUR~kj MXN=kn MXN~g8 MYR~ko NAD~g8 NGN~kp
    NIO~kq NOK~jw NPR~kj NZD=kr NZD~g8 PHP=ks PHP~ks PKR~kj PLN~kt PYG~ku RON~kv RUB~kw RWF~kx
    SBD~g8 SEK~jw SGD~g8 SHP~jz SRD~g8 SSP~jz STN~ky SYP~jz THB~kz TOP~l0 TRY~l1 TTD~g8 TWD=l2
    TWD~g8 UAH~l3 USD=l4 USD~g8 UYU~g8 VEF~jo VND=l5 VND~l5 XAF=l6 XAF~l6 XCD=l7 XCD~g8 XCG=l8
    XCG~l8 XOF=l9 XOF~l9 XPF=la XPF~la ZAR~lb ZMW~lc af: BYN~ld CAD=le MXN=lf PHP=lg RON~lh THB=kz
    TWD~l2 USD=li ZAR=lb am: AUD=lj BYN~ld ETB=lk ETB~lk PHP=lg THB=kz TWD~l2 ar: AED=ll AED~ll
    ARS~lm AUD=lj AUD~lj BBD~ln BHD=lo BHD~lo BMD~lp BND~lq BSD~lr BYN~ld BZD~ls CAD~jr CLP~lt
    CNY~js COP~lu CUP~lv DOP~lw DZD=lx DZD~lx EGP=ly FJD~lz GBP=m0 GBP~m0 GYD~m1 HKD~k4 IQD=m2
    IQD~m2 IRR=m3 IRR~m3 JMD~m4 JOD=m5 JOD~m5 JPY~kb KWD=m6 KWD~m6 KYD~m7 LBP=m8 LRD~m9 LYD=ma
    LYD~ma MAD=mb MAD~mb MRU=mc MRU~mc MXN~kn NZD~kr OMR=md OMR~md PHP=lg QAR=me QAR~me SAR=mf
    SAR~mf SBD~mg SDG=mh SDG~mh SRD~mi SYP=mj THB=kz TND=mk TND~mk TTD~ml TWD~l2 USD~l4 UYU~mm
    YER=mn YER~mn as: BYN~ld PHP=lg az: AZN=jl BYN~ld PHP=lg RON~mo SYP~mp THB=kz TWD~l2 az-Cyrl:
    AZN=jl be: AUD~jk BBD~mq BMD~mr BRL=ms BSD~mt BYN=mu BYN~mu BZD~ls CAD=le CAD~jr CUC~mv CUP~mw
    DOP~mx FJD~lz FKP~my GYD~mz ISK~n0 JMD~n1 JPY=jt KYD~n2 LRD~n3 MXN~kn NAD~n4 NZD=n5 NZD~kr
    PHP=lg RUB=kw RUB~n6 SBD~n7 SGD~n8 TTD~ml USD=g8 UYU~n9 XCD~l7 bg: AFN~na AMD~nb ARS~nc AUD=nd
    AUD~nd AZN~ne BBD~nf BDT~ng BGN=nh BGN~nh BMD~ni BND~nj BRL=ms BRL~ms BSD~nk BZD~nl CAD=le
    CAD~le CLP~nm CNY=nn CNY~nn COP~no CRC~np CUP~nq DOP~nr FJD~ns FKP~nt GBP=nu GHS~nv GIP~nw
    GYD~nx HKD=ny HKD~ny ILS=nz ILS~nz INR=o0 INR~o0 JMD~o1 JPY=o2 KHR~o3 KRW=o4 KRW~o4 KYD~o5
    KZT~o6 LAK~o7 LRD~o8 MNT~o9 MXN=lf MXN~lf NAD~oa NGN~ob NZD=n5 NZD~n5 PHP=lg PHP~lg PYG~oc
    RON~od SBD~oe SGD~of SRD~og SSP~oh TRY~oi TTD~oj TWD=ok TWD~ok UAH~ol USD=om UYU~on VND=oo
    VND~oo XCD=op bn: BDT=jn BYN~ld PHP=lg THB=kz TWD~l2 bs: AUD=nd BAM=jm BRL=ms BYN~ld CAD=le
    CNY=nn GBP=nu HKD=ny HRK=k6 ILS=nz JPY=jt MXN=lf NZD=n5 PHP=lg RSD=oq RSD~oq THB=kz TWD~l2
    USD=li XCD=op XPF=or XPF~or bs-Cyrl: BAM=os CZK=ot JPY=jt PLN=ou RSD=ov RSD~ov TRY=ow ca: AUD=lj
    BRL=ms BYN~ld CAD=le CNY=nn JPY=jt MXN=lf PHP=lg THB=kz USD=li VEF~ox XCD=op chr: BYN~ld PHP=lg
    USD=g8 cs: AUD=lj BYN~ld CZK=jv ILS=nz INR=o0 PHP=lg RON~k5 TWD~l2 VND=oo cv: RUB=kw USD=g8 cy:
    BDT~oy BWP~oz BYN~ld HKD~k4 KRW=o4 PHP=lg THB=kz TWD~l2 ZAR~p0 ZMW~p1 da: AUD=lj BYN~p2 DKK=p3
    DKK~p3 ISK~p3 NOK~p3 PHP=lg RON~k5 SEK~p3 THB=kz TWD~l2 de: AUD=lj BYN~ld CUC~p4 FKP~p5 GHS~p6
    GNF~p7 JPY=jt KMF~p8 PHP=lg RON~k5 RWF~p9 SYP~pa THB=kz TWD~l2 USD=g8 ZMW~kl dsb: AUD=nd JPY=jt
    PLN=kt THB=kz USD=g8 el: BYN~ld PHP=lg THB=kz USD=g8 en: JPY=jt USD=g8 es: AUD=nd BRL=ms BYN~ld
    CAD=le CNY=nn EGP~pb GBP=nu HKD=ny ILS=nz INR=o0 JPY=o2 KRW=o4 MXN=lf NZD=n5 PHP=lg RON~k5
    THB=kz TWD=ok TWD~l2 XAF=pc XAF~pc XCD=op XOF=pd XOF~pd et: AUD=lj JPY=jt PHP=lg THB=kz TWD~l2
    USD=g8 eu: BYN~ld PHP=lg THB=kz TWD~l2 fa: AFN=jh BYN~mu CAD=pe CNY=pf HKD=pg IRR=ph IRR~ph
    JPY=jt MXN=pi NZD=pj PHP=lg THB=kz USD=g8 XCD=pk XOF=pl XOF~pl fi: AOA~pm ARS~nc AUD=nd AUD~nd
    BAM~pn BBD~nf BDT~ng BMD~ni BND~nj BOB~po BRL=ms BRL~ms BSD~nk BWP~oz BZD~nl CAD=le CAD~le
    CLP~nm CNY=nn CNY~nn COP~no CRC~np CUC~pp CUP~nq CZK~pq DKK~pr DOP~nr EGP~pb FJD~ns FKP~nt
    GEL~ps GIP~nw GNF~pt GTQ~pu GYD~nx HKD=ny HKD~ny HNL~pv HRK~pw HUF~px IDR~py ILS=nz ILS~nz
    INR=o0 INR~o0 ISK~pz JMD~o1 JPY=jt KHR~o3 KMF~q0 KPW~q1 KRW=o4 KRW~o4 KYD~o5 KZT~o6 LAK~o7
    LBP~q2 LKR~q3 LRD~o8 MGA~q4 MMK~q5 MNT~o9 MUR~q6 MXN=lf MXN~lf MYR~q7 NAD~oa NGN~ob NIO~q8
    NOK~q9 NPR~qa NZD=n5 NZD~n5 PHP=lg PHP~lg PKR~qb PLN~qc PYG~oc RON~od RWF~qd SBD~oe SEK~qe
    SGD~of SHP~qf SRD~og SSP~oh STN~qg SYP~pa THB~qh TOP~qi TRY~oi TTD~oj TWD=ok TWD~ok UAH~ol
    USD=g8 UYU~on VEF~qj VND=oo VND~oo XCD=op XCD~op XPF=or XPF~or ZAR~p0 ZMW~p1 fil: BYN~ld JPY=jt
    THB=kz TWD~l2 USD=g8 fr: ARS=qk AUD=ql BMD=qm BND=qn BYN~ld BZD=qo CAD=pe CLP=qp CNY=nn COP=qq
    EGP~qr FJD=qs FKP=qt GBP=qu GIP=qv HKD=ny JPY=o2 KMF~p8 LBP=qw LBP~qx MXN=pi NAD=qy NIO~qz
    NZD=pj PHP=lg RON~k5 RWF~r0 SBD=r1 SGD=r2 SRD=r3 TOP~r4 TTD=r5 TWD=ok TWD~l2 USD=r6 UYU=r7
    WST=r8 WST~r8 XCD=op XPF=r9 XPF~r9 ZMW~ra ga: JPY=jt THB=kz TWD~l2 USD=g8 gd: BYN~ld PHP=lg
    RON~lh THB=kz TWD~l2 USD=g8 gl: BYN~mu KMF~p8 MXN=pi PHP=lg RUB~rb THB=kz TWD~l2 USD=g8 XCD=op
    gu: BYN~ld MUR~rc PHP=lg THB=kz TWD~l2 ha: JPY=jt NGN=kp USD=g8 he: BYN~rd CNY=re JPY=jt PHP=lg
    THB=kz TWD~l2 USD=g8 hi: BYN~ld PHP=lg RON~rf THB=kz TWD~l2 USD=g8 hr: AUD=nd BRL=ms BYN~ld
    CAD=le CNY=nn GBP=nu HKD=ny HRK=k6 ILS=nz INR=o0 JPY=o2 KRW=o4 MXN=lf NZD=n5 PHP=lg TWD=ok
    TWD~l2 USD=li VND=oo XCD=op XPF=or XPF~or hsb: AUD=nd JPY=jt PLN=kt THB=kz USD=g8 hu: AUD=nd
    BRL=ms BYN~ld CAD=le CNY=nn EUR=rg GBP=nu HKD=ny HUF=k7 ILS=nz INR=o0 JPY=jt KRW=o4 MXN=lf
    NZD=n5 PHP=lg TWD=ok TWD~l2 USD=li VND=oo XCD=op hy: AMD=ji BYN~ld PHP=lg THB=kz TWD~l2 USD=g8
    id: AUD=lj BYN~ld IDR=k8 INR=kj PHP=lg THB=kz TWD~l2 ig: JPY=jt NGN=kp USD=g8 is: AUD=nd BRL=ms
    CAD=le DKK~p3 EUR=rg GBP=nu INR=o0 ISK=p3 ISK~p3 KRW=o4 MXN=lf NOK~p3 NZD=n5 PHP=lg SEK~p3
    TWD=ok TWD~l2 USD=li VND=oo it: BRL=ms BYN~mu EGP~qr HKD=ny INR=o0 JPY=o2 KRW=o4 MXN=lf NOK~rh
    THB=kz TWD=ok TWD~l2 USD=li VND=oo ja: BYN~ld CNY=ri CNY~rj JPY=jt JPY~rj PHP=lg RON~rk USD=g8
    jv: IDR=k8 ka: AUD=nd BYN~ld CNY=nn GEL=k0 HKD=ny ILS=nz INR=o0 JPY=o2 KRW=o4 NZD=n5 PHP=lg
    TWD~l2 VND=oo kk: BYN~ld KZT=kg LSL=rl LSL~rl PHP=lg RUB=kw THB=kz TWD~l2 USD=g8 km: BYN~ld
    KHR=kd LSL=rm LSL~rm PHP=lg THB=kz TWD~l2 USD=g8 kn: BYN~ld PHP=lg RON~rn THB=kz TWD~l2 USD=g8
    ko: AUD=lj BYN~ld PHP=lg RON~k5 TWD~l2 kok: BYN~ld PHP=lg RON=ro RON~rf ky: AUD=nd BMD~mr BRL=ms
    BSD~mt BYN~ld BZD~ls CAD=le CAD~kq DOP~mx EGP~rp GBP=nu HKD=ny HKD~k4 HRK~rq ILS=nz INR=o0
    JMD~n1 KGS=rr KRW=o4 MXN=lf NZD=n5 PHP=lg THB=kz TTD~ml TWD=ok TWD~l2 USD=li XCD=op lo: BYN~ld
    LAK=kh PHP=lg THB=kz TWD~l2 lt: AUD=nd BDT~ng BRL=ms BYN~mu CAD=le CNY=nn GBP=nu HKD=ny ILS=nz
    ILS~nz INR=o0 INR~o0 JPY=o2 KHR~o3 KRW=o4 LAK~o7 MNT~o9 MXN=lf NZD=n5 PHP=lg PLN~rs PYG~rt
    RUB~ru TWD=ok USD=li VND=oo VND~oo XAF=pc XAF~pc XCD=op XOF=pd XOF~pd XPF=or XPF~or lv: AUD=lj
    BYN~ld GHS~nv JPY=jt PHP=lg THB=kz TWD~l2 USD=g8 mk: AUD=nd BYN~ld CNY=nn GBP=nu HKD=ny ILS=nz
    INR=o0 JPY=o2 KRW=o4 MKD=rv MKD~rv NZD=n5 PHP=lg TWD=ok TWD~l2 VND=oo ml: BYN~ld JPY=jt PHP=lg
    THB=kz TWD~l2 USD=g8 mn: BYN~ld MNT=km PHP=lg SEK~rw THB=kz TWD~l2 USD=g8 mr: PHP=lg THB=kz
    TWD~l2 USD=g8 ms: BYN~ld CAD=le MXN=lf MYR=ko PHP=lg TWD~l2 USD=li ms-Arab: MYR=ko my: ANG=rx
    ANG~rx AWG=ry AWG~ry BBD~mq BSD~mt BYN~ld HTG=rz HTG~rz MMK=kl PAB=s0 PAB~s0 THB=kz TTD=ml ne:
    BYN~ld NPR=s1 NPR~s2 PHP=lg THB=kz nl: AUD=lj BYN~ld CAD=kq FJD=lz PHP=lg SBD=n7 THB=kz TWD~l2
    XCG~s3 XPF=or XPF~or no: AUD=nd BRL=ms BYN~ld CAD=le CNY=nn HKD=ny ILS=nz INR=o0 JPY=o2 KRW=o4
    MXN=lf NOK=jw NZD=n5 PHP=lg RON~k5 TWD=ok TWD~l2 USD=li VND=oo XAF=pc XAF~pc XCD=op XPF=or
    XPF~or or: BYN~ld JPY=jt PHP=lg USD=g8 pa: BYN~ld PHP=lg THB=kz TWD~l2 pa-Arab: PKR=s4 pcm:
    BYN~s5 CAD=s6 NGN=kp PHP=lg pl: AUD=nd CAD=le CNY=nn GBP=nu HKD=ny ILS=nz INR=o0 JPY=o2 KRW=o4
    MXN=lf NZD=n5 PHP=lg PLN=kt RON~s7 TWD=ok TWD~l2 USD=li VND=oo ps: AFN=jh BYN~ld USD=g8 pt:
    AUD=lj BYN~ld PHP=lg RON~k5 SYP~mp THB=kz TWD~l2 ro: AUD=nd BRL=ms BYN~ld CAD=le CNY=nn EUR=rg
    GBP=nu HKD=ny ILS=nz INR=o0 JPY=o2 KRW=o4 MXN=lf NZD=n5 PHP=lg TWD=ok TWD~l2 USD=li VND=oo
    XCD=op ru: BYN~ld GEL~s8 JPY=jt PHP=lg RON~k5 RUB=kw THB=kz TMT=s9 TMT~s9 TWD~l2 UAH=l3 USD=g8
    sd: BYN~ld PHP=lg PKR=kj sd-Deva: JPY=jt USD=g8 si: BYN~ld LKR=sa LKR~sa PHP=lg THB=kz TWD~l2
    XOF=sb XOF~sb sk: AUD=nd BRL=ms BYN~ld CAD=le CNY=nn GBP=nu HKD=ny ILS=sc INR=o0 JPY=o2 KRW=o4
    NZD=n5 PHP=lg TWD=ok TWD~l2 USD=li VND=oo sl: AUD=nd BRL=ms BYN~ld CAD=le GBP=nu JPY=jt MXN=lf
    NZD=n5 PHP=lg TWD=ok TWD~l2 USD=g8 XCD=op so: BBD=sd SOS=se SOS~se sq: AFN~sf ALL=sg ALL~sg
    AMD~nb AOA~pm ARS~nc AUD~nd AZN~ne BAM~pn BBD~nf BDT~ng BMD~ni BND~nj BOB~po BRL=ms BRL~ms
    BSD~nk BWP~oz BZD~nl CAD~le CLP~nm CNY~nn COP~no CRC~np CUC~pp CUP~nq CZK~pq DKK~pr DOP~nr
    EGP~pb FJD~ns FKP~nt GBP~nu GEL~ps GIP~nw GNF~pt GTQ~pu GYD~nx HKD~sh HNL~pv HRK~pw HUF~px
    IDR~py ILS~nz INR~o0 ISK~pz JMD~o1 JPY~o2 KHR~o3 KMF~q0 KPW~q1 KRW~o4 KYD~o5 KZT~o6 LAK~o7
    LBP~q2 LKR~q3 LRD~o8 MGA~q4 MMK~q5 MNT~o9 MUR~q6 MXN~lf MYR~q7 NAD~oa NGN~ob NIO~q8 NOK~q9
    NPR~qa NZD~n5 PHP=lg PHP~lg PKR~qb PLN~qc PYG~oc RON~od RUB~si RWF~qd SBD~oe SEK~qe SGD~of
    SHP~qf SRD~og SSP~oh STN~sj SYP~pa THB=kz THB~qh TOP~qi TRY~oi TTD~oj TWD~ok UAH~ol USD~li
    UYU~on VND~oo XCD~op ZAR~p0 ZMW~p1 sr: AUD=nd BAM=os BYN~ld GEL~s8 JPY=jt KRW=o4 NZD=n5 PHP=lg
    TWD~l2 VND=oo sr-Latn: AUD=nd BAM=jm BYN~sk GEL~s8 JPY=jt KRW=o4 NZD=n5 PHP=lg TWD~l2 VND=oo sv:
    AUD=nd BBD=mq BMD=lp BRL=sl BSD=lr BYN~ld BZD=ls CNY=nn DKK=sm DOP=mx EGP=sn GBP=nu HKD=ny
    INR=o0 ISK=so JMD=m4 JPY=o2 KRW=o4 NOK=sp NZD=n5 PHP=lg RON~k5 SEK=jw TWD=ok TWD~l2 VND=oo sw:
    BYN~ld KES=sq KES~sq PHP=lg THB=kz TWD~l2 TZS=sr TZS~sr ta: BYN~ld JPY=jt PHP=lg THB=kz TWD~l2
    USD=g8 te: BYN~ld PHP=lg THB=kz TWD~l2 USD=g8 th: AUD=lj BYN~ld JPY=jt PHP=lg THB=kz TWD~l2 ti:
    CNY=nn ETB=mu ETB~mu JPY=o2 tk: BYN~ld EUR=rg GBP=nu PHP=lg tr: AUD=lj BYN~ld JPY=jt PHP=lg
    RON~k5 THB=kz TRY=l1 TWD~l2 USD=g8 uk: AUD=nd BRL=ms BYN~ld CAD=le CNY=nn EUR=rg GBP=nu HKD=ny
    ILS=nz INR=o0 JPY=jt KRW=o4 MXN=lf NZD=n5 PHP=lg TWD=ok UAH=l3 USD=li VND=oo XCD=op ur: BYN~ld
    PHP=lg PKR=kj THB=kz TWD~l2 USD=g8 uz: BYN~ld PHP=lg UZS=ss UZS~ss uz-Arab: AFN=jh uz-Cyrl:
    THB=kz UZS=st UZS~st vi: AUD=lj BYN~ld JPY=jt PHP=lg THB=kz TWD~l2 yo: NGN=kp RUB=kw USD=g8 yue:
    AUD=lj BYN~ld JPY=jt KRW=su PHP=lg yue-Hans: AUD=lj BYN~ld CNY=jt KRW=su PHP=lg zh: AUD=lj
    BYN~ld CNY=jt PHP=lg TWD~l2 zh-Hant: AUD=lj BYN~ld JPY=jt KRW=su PHP=lg RON~k5 TWD=g8 zu: BYN~sv
    DKK~sw HRK~rq ISK~sw NOK~sw PHP=lg PLN~sx SEK~sw THB=kz TWD~l2 USD=g8 ZAR=lb af-NA: NAD=g8
    ar-AE: BND~g8 ar-DJ: DJF=sy DJF~sy ar-ER: ERN=sz ERN~sz ar-KM: KMF=ke ar-SO: SOS=se SOS~se
    ar-SS: GBP=t0 SSP=jz bn-IN: USD=g8 de-CH: EUR=rg EUR~rg de-LI: EUR=rg en-001: JPY=kb USD=l4
    en-AL: JPY=kb USD=l4 en-AR: ARS=g8 JPY=kb USD=l4 en-BD: BDT=jn JPY=kb USD=l4 en-BG: JPY=kb
    USD=l4 en-BI: BIF=t1 BIF~t1 en-BN: BND=g8 JPY=kb USD=l4 en-BR: JPY=kb USD=l4 en-CA: CAD=g8
    JPY=kb USD=l4 en-CL: CLP=g8 USD=l4 en-CN: CNY=jt JPY=kb KRW=su USD=l4 en-CO: COP=g8 USD=l4
    en-CV: CVE=t2 CVE~t2 JPY=kb USD=l4 en-GR: JPY=kb USD=l4 en-MM: JPY=kb USD=l4 en-MX: MXN=g8
    USD=l4 en-PH: JPY=kb USD=l4 en-RU: JPY=kb USD=l4 en-TH: JPY=kb USD=l4 en-TR: TRY=l1 en-TW:
    KRW=su TWD=g8 USD=l4 es-419: EGP~jx EUR=rg FKP~my SSP~t3 SYP~mp THB=qh USD=li VEF~t4 VND=oo
    es-AG: EGP~jx EUR=rg FKP~my SSP~t3 SYP~mp THB=qh USD=li VEF~t4 VND=oo es-BB: EGP~jx EUR=rg
    FKP~my SSP~t3 SYP~mp THB=qh USD=li VEF~t4 VND=oo es-BM: EGP~jx EUR=rg FKP~my SSP~t3 SYP~mp
    THB=qh USD=li VEF~t4 VND=oo es-BQ: EGP~jx EUR=rg FKP~my SSP~t3 SYP~mp THB=qh USD=li VEF~t4
    VND=oo es-BS: EGP~jx EUR=rg FKP~my SSP~t3 SYP~mp THB=qh USD=li VEF~t4 VND=oo es-CA: CAD=g8
    EGP~jx EUR=rg FKP~my SSP~t3 SYP~mp THB=qh USD=li VEF~t4 VND=oo es-CW: EGP~jx EUR=rg FKP~my
    SSP~t3 SYP~mp THB=qh USD=li VEF~t4 VND=oo es-DM: EGP~jx EUR=rg FKP~my SSP~t3 SYP~mp THB=qh
    USD=li VEF~t4 VND=oo es-GD: EGP~jx EUR=rg FKP~my SSP~t3 SYP~mp THB=qh USD=li VEF~t4 VND=oo
    es-GQ: XAF=l6 XAF~l6 es-GY: EGP~jx EUR=rg FKP~my SSP~t3 SYP~mp THB=qh USD=li VEF~t4 VND=oo
    es-HT: EGP~jx EUR=rg FKP~my SSP~t3 SYP~mp THB=qh USD=li VEF~t4 VND=oo es-KN: EGP~jx EUR=rg
    FKP~my SSP~t3 SYP~mp THB=qh USD=li VEF~t4 VND=oo es-KY: EGP~jx EUR=rg FKP~my SSP~t3 SYP~mp
    THB=qh USD=li VEF~t4 VND=oo es-LC: EGP~jx EUR=rg FKP~my SSP~t3 SYP~mp THB=qh USD=li VEF~t4
    VND=oo es-PH: PHP=ks es-TC: EGP~jx EUR=rg FKP~my SSP~t3 SYP~mp THB=qh USD=li VEF~t4 VND=oo
    es-TT: EGP~jx EUR=rg FKP~my SSP~t3 SYP~mp THB=qh USD=li VEF~t4 VND=oo es-VC: EGP~jx EUR=rg
    FKP~my SSP~t3 SYP~mp THB=qh USD=li VEF~t4 VND=oo es-VG: EGP~jx EUR=rg FKP~my SSP~t3 SYP~mp
    THB=qh USD=li VEF~t4 VND=oo es-VI: EGP~jx EUR=rg FKP~my SSP~t3 SYP~mp THB=qh USD=li VEF~t4
    VND=oo fr-BI: BIF=t1 BIF~t1 fr-CA: ARS=nc AUD=t5 BMD=ni BND=nj BYN~mu BZD=nl CAD=g8 CLP=nm
    CNY=js COP=no FJD=ns FKP=nt GBP=jz GEL~ps GIP=nw HKD=t6 ILS=nz INR=o0 JPY=jt KMF~ke KRW=o4
    LBP=q2 MXN=lf NAD=oa NIO~kq NZD=t7 SBD=oe SGD=t8 SRD=og TTD=oj USD=t9 UYU=on VND=oo WST=ta
    WST~ta XAF=pc XAF~pc XOF=pd XOF~pd XPF=or XPF~or ZMW~lc fr-CD: CDF=p8 CDF~p8 fr-CH: CHF~tb
    fr-DJ: DJF=sy DJF~sy fr-DZ: DZD=tc DZD~tc fr-GN: GNF=k2 fr-HT: HTG=rz HTG~rz fr-KM: KMF=ke
    fr-MG: MGA=kk fr-MR: MRU=td MRU~td fr-MU: MUR=kj fr-RW: RWF=kx fr-SC: SCR=te SCR~te fr-SY:
    SYP=tf fr-TN: TND=tg TND~tg fr-VU: VUV=th VUV~th ha-GH: GHS=k1 hr-BA: BAM=jm ms-Arab-BN: BND=g8
    ms-BN: BND=g8 ms-ID: IDR=k8 ms-SG: SGD=g8 nl-AW: AWG=ti AWG~ti nl-BQ: USD=g8 nl-CW: ANG=tj
    ANG~tj nl-SR: SRD=g8 nl-SX: ANG=tj ANG~tj nn: GBP=nu RON~kv TWD~g8 ps-PK: PKR=kj pt-PT: SYP~jz
    ro-MD: MDL=k5 MDL~k5 ru-BY: BYN=mu BYN~mu ru-KG: KGS=rr ru-KZ: KZT=kg ru-MD: MDL=k5 MDL~k5
    so-DJ: DJF=sy DJF~sy so-ET: ETB=mu ETB~mu so-KE: KES=sq KES~sq sq-MK: MKD=tk MKD~tk sr-ME:
    BAM=jm BYN~sk sw-CD: CDF=p8 CDF~p8 sw-KE: USD=g8 sw-UG: UGX=tl UGX~tl ta-LK: LKR=tm ta-MY:
    MYR=ko SGD=n8 ta-SG: MYR=ko SGD=g8 USD=l4 ti-ER: ERN=sz ERN~sz ur-IN: PKR=qb zh-HK: CNY=js
    zh-JP: CNY=js zh-MO: CNY=js MOP=tn MOP~tn zh-SG: CNY=js SGD=g8 zh-Hant-CN: CNY=jt JPY=kb TWD=l2
    zh-Hant-HK: KRW=kf TWD=l2 en-AG: XCD=g8 en-AI: XCD=g8 en-AU: AUD=g8 BDT~to BRL=ms CAD=le CNY=nn
    CUP~ks EGP~jz EUR=rg GBP=nu HKD=ny ILS=nz INR=o0 ISK~sw JPY=o2 KRW=o4 MXN=lf NZD=n5 PHP=lg
    PYG~rt SCR=kj SCR~kj SEK~sw TWD=ok USD=li UYU~n9 VND=oo XAF=pc XAF~pc XCD=op XOF=pd XOF~pd
    XPF=tp XPF~tp en-BB: BBD=g8 en-BM: BMD=g8 en-BS: BSD=g8 en-BW: BWP=jq en-BZ: BZD=g8 en-CC:
    AUD=g8 en-CK: NZD=g8 en-CX: AUD=g8 en-DM: XCD=g8 en-ER: ERN=sz ERN~sz en-FJ: FJD=g8 en-FK:
    FKP=jz GBP=t0 en-GD: XCD=g8 en-GH: GHS=k1 en-GI: GBP=t0 GIP=jz en-GM: GMD=tq GMD~tq en-GY:
    GYD=g8 en-ID: IDR=k8 en-IN: USD=g8 en-JM: JMD=g8 en-KE: KES=sq KES~sq en-KI: AUD=g8 en-KN:
    XCD=g8 en-KY: KYD=g8 en-LC: XCD=g8 en-LR: LRD=g8 en-LS: ZAR=lb en-MG: MGA=kk en-MO: MOP=tn
    MOP~tn en-MS: XCD=g8 en-MT: GBP=t0 en-MU: MUR=kj en-MV: MVR=tr MVR~tr en-MW: MWK=ts MWK~ts
    en-MY: MYR=ko en-NA: NAD=g8 en-NF: AUD=g8 en-NG: NGN=kp en-NR: AUD=g8 en-NU: NZD=g8 en-NZ:
    NZD=g8 en-PG: PGK=kl PGK~kl en-PK: PKR=kj en-PN: NZD=g8 en-RW: RWF=kx en-SB: SBD=g8 en-SC:
    SCR=te SCR~te en-SG: SGD=g8 en-SH: GBP=t0 SHP=jz en-SL: SLE=tt SLE~tt en-SS: GBP=t0 SSP=jz
    en-SX: ANG=tj ANG~tj en-SZ: SZL=5 SZL~5 en-TK: NZD=g8 en-TO: TOP=l0 en-TT: TTD=g8 en-TV: AUD=g8
    en-TZ: TZS=sr TZS~sr en-UG: UGX=tl UGX~tl en-VC: XCD=g8 en-VU: VUV=th VUV~th en-WS: WST=tu
    WST~tu en-ZA: ZAR=lb en-ZM: ZMW=kl es-AR: ARS=g8 USD=l4 es-BO: BOB=jo es-BR: BRL=jp es-BZ:
    BZD=g8 es-CL: CLP=g8 USD=l4 es-CO: COP=g8 USD=l4 es-CR: CRC=ju es-CU: CUP=g8 USD=l4 es-DO:
    DOP=mx USD=l4 es-EC: USD=g8 es-GT: GTQ=k3 es-HN: HNL=k5 es-MX: BYN~s5 FKP~jz MRU=td MRU~td
    MXN=g8 RON~kv SSP~jz SYP~jz VEF~jo es-NI: NIO=kq es-PA: PAB=s0 PAB~s0 es-PE: PEN=tv PEN~tv
    es-PR: USD=g8 es-PY: PYG=tw es-SV: USD=g8 es-US: CAD=jr EUR=jy FKP~jz GBP=jz JPY=jt RON~kv
    SSP~jz SYP~jz USD=g8 VEF~jo es-UY: USD=l4 UYU=g8 es-VE: VEF=tx VEF~tx VES=ty VES~ty pt-AO:
    AOA=jj pt-CV: CVE=t2 CVE~t2 pt-MO: MOP=tn MOP~tn pt-MZ: MZN=tz MZN~tz pt-ST: STN=ky zh-Hant-MO:
    MOP=tn MOP~tn en-DK: DKK=p3 DKK~p3 en-SE: SEK=jw
    """
}
