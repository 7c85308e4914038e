import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { throwError, type Observable } from 'rxjs';

/** What a handler throws reaches whoever asked as it is: Nest's own filter would print its words and make them one. */
@Catch()
export class PassErrorsOn implements RpcExceptionFilter<unknown> {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}
