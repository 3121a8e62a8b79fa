# A Modbus server of pymodbus; and a desk, at a port of its own, where a test looks at what it holds and changes it: a line of JSON
# for a line of JSON.
import asyncio, json, sys
from pymodbus.datastore import ModbusSparseDataBlock, ModbusSlaveContext, ModbusServerContext
from pymodbus.server.async_io import ModbusSerialServer, ModbusTcpServer
from pymodbus.transaction import ModbusRtuFramer, ModbusSocketFramer

told = json.loads(sys.argv[1])
context = ModbusServerContext(single=False)
asked = {}


class Slave(ModbusSlaveContext):
    def validate(self, code, address, count=1):
        key = f"{self.unit} {code} {address} {count}"
        asked[key] = asked.get(key, 0) + 1
        return super().validate(code, address, count)


def block(values):
    return ModbusSparseDataBlock({int(k): v for k, v in values.items()} or {65535: 0})


def slave(unit, tables):
    made = Slave(zero_mode=True, **{t: block(tables.get(t, {})) for t in ("hr", "ir", "co", "di")})
    made.unit = unit
    return made


def fill(contents):
    asked.clear()
    for unit in context.slaves():
        del context[unit]
    for unit, tables in contents.items():
        context[int(unit)] = slave(int(unit), tables)


def answer(what, *rest):
    if what == "fill":
        return fill(*rest)
    if what == "asked":
        return asked
    unit, table, address = rest[:3]
    store = context[unit].store[table[0]]
    if what == "set":
        return store.setValues(address, rest[3])
    return int(store.getValues(address, 1)[0])


async def desk(reader, writer):
    async for line in reader:
        writer.write((json.dumps(answer(*json.loads(line))) + "\n").encode())
    writer.close()


async def main():
    fill(told["contents"])
    options = dict(context=context, ignore_missing_slaves=True)
    if told["over"] == "serial":
        server = ModbusSerialServer(framer=ModbusRtuFramer, port=told["device"], baudrate=told["baud"], timeout=0.005, **options)
        await server.start()
        serving = asyncio.ensure_future(server.serve_forever())
    else:
        framer = ModbusRtuFramer if told["over"] == "rtuOverTcp" else ModbusSocketFramer
        address = (told["host"], told["port"])
        server = ModbusTcpServer(framer=framer, address=address, allow_reuse_address=True, **options)
        serving = asyncio.ensure_future(server.serve_forever())
        await asyncio.wait([serving, server.serving], return_when=asyncio.FIRST_COMPLETED)
    # Whoever reaches the desk finds the line served.
    await asyncio.start_server(desk, told["host"], told["desk"])
    await serving


asyncio.run(main())
