import { Module } from '@nestjs/common';
import { Database } from '#database';
import { MemoryIndex, memoryIndexOn } from '#memory-index';

@Module({
  providers: [{ provide: MemoryIndex, useFactory: memoryIndexOn, inject: [Database] }],
  exports: [MemoryIndex],
})
export class MemoryIndexModule {}
